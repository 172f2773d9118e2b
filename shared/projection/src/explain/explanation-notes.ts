import type { Scanned } from './backward-scan.ts';
import { type EntityState, MAX_ENTITIES } from './entity-state.ts';
import type { EventSearch } from './event-search.ts';
import { undecidedText } from '../log/undecided.ts';
import type { Explanation } from './explanation.ts';
import type { Question } from './question.ts';

type NotesOptions = {
  readonly question: Question;
  readonly found: boolean;
  readonly state: EntityState;
  readonly scanned: readonly Scanned[];
  readonly search: EventSearch | null;
  readonly since: number;
  readonly undecided: Explanation['undecided'];
  readonly missing: number;
  /** Dead letters that were replayed and whose records were not read. */
  readonly replayedUnread: number;
};

const LIMITS = { records: 'records that may be read', matches: 'records that are shown', time: 'time' } as const;

/** What an explanation cannot say, and what would. */
export function notesOf({
  question,
  found,
  state,
  scanned,
  search,
  since,
  undecided,
  missing,
  replayedUnread,
}: NotesOptions): string[] {
  const notes: string[] = [];
  const all = [...(search?.scanned ?? []), ...scanned];
  const back = new Date(since).toISOString();
  for (const limit of ['records', 'matches', 'time'] as const) {
    const cut = all.filter(({ bound }) => bound === limit);
    if (cut.length > 0) notes.push(`The limit of ${LIMITS[limit]} ended the reading of ${textOf(cut)}.`);
  }
  for (const { records, ...at } of undecided) {
    notes.push(`${undecidedText(at, records)}: until then they cannot be read, and any of them may be about it.`);
  }
  if (question.kind === 'event' && !found) {
    notes.push(
      `No record with this event id was read back to ${back}. Nothing names the key of an event by its id: ask for the key, or for an earlier time.`,
    );
  }
  if (missing > 0) {
    notes.push(
      `The record of ${missing} of the slots below was not found: the log no longer has it, or took it before ${back} (ask for an earlier time).`,
    );
  }
  if (replayedUnread > 0) {
    notes.push(
      `The records of ${replayedUnread} replayed dead letters were not read: the log has lost them, or they are many.`,
    );
  }
  if (state.entities.length >= MAX_ENTITIES)
    notes.push(`Of more than ${MAX_ENTITIES} entities the others were left out.`);
  if (!found && state.withoutKey > 0) {
    notes.push(`${state.withoutKey} open dead letters have no key that may be shown: any of them may be about it.`);
  }
  const never = scanned.filter((range) => range.end > 0 && state.nextOffset(range) === null);
  if (never.length > 0) notes.push(`No projector has finished a batch of ${textOf(never)} yet.`);
  return notes;
}

/** More partitions than this are counted. */
const MAX_NAMED = 6;

function textOf(ranges: readonly Scanned[]): string {
  const named = ranges
    .slice(0, MAX_NAMED)
    .map(({ topic, partition, from }) => `${topic}:${partition} at offset ${from}`);
  return ranges.length > MAX_NAMED ? `${named.join(', ')} and ${ranges.length - MAX_NAMED} more` : named.join(', ');
}
