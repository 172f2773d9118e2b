import type { ScanBound } from './backward-scan.ts';
import type { ExplainedRecord, Explanation, Position, WaitingPartition } from './explanation.ts';

/** The words of an explanation, for the command and the console alike. Imports types only: the command loads it for its help. */

export function instantText(instant: number): string {
  return new Date(instant).toISOString();
}

export function positionText({ topic, partition, offset }: Position): string {
  return `${topic}:${partition}:${offset}`;
}

/** `0/12`: epoch and version. */
export function versionText(
  version: { readonly epoch: number | null; readonly version: number | null } | null,
): string {
  if (version === null || version.version === null) return 'not read';
  return `${version.epoch ?? 0}/${version.version}`;
}

/** The answer in one sentence. */
export function verdictText(explanation: Explanation): string {
  const { found, records, erasedAt, documents, undecided } = explanation;
  const asked = records.find(({ isAsked }) => isAsked);
  if (asked !== undefined) return `The event: ${outcomeText(asked, explanation)}.`;
  if (!found) return unseenText(explanation);
  if (erasedAt !== null) return `Erased: the mark was set at ${instantText(erasedAt)}, and nothing of it is shown.`;
  const newest = records[0];
  if (newest !== undefined && newest.outcome !== 'shown') {
    return `The last record: ${outcomeText(newest, explanation)}.`;
  }
  const deleted = documents.some(({ slots }) => slots.some(({ state }) => state === 'deleted'));
  const isShown = documents.some(({ slots }) => slots.some(({ state }) => state === 'live'));
  if (!isShown) return deleted ? 'Deleted: the last state says so.' : 'Nothing of it is shown.';
  if (newest === undefined) return 'It is shown; no record of it was read.';
  return undecided.length === 0
    ? 'Applied: the last record is what is shown.'
    : 'Applied so far: what is shown is the last record that can be read.';
}

function unseenText({ undecided, searched: { isComplete, since, ranges } }: Explanation): string {
  if (undecided.length > 0) return 'Not seen so far: some records cannot be read yet.';
  if (isComplete) return 'Never seen: no document, no dead letter and no record of the log names it.';
  return ranges.some(({ bound }) => LIMITS.has(bound))
    ? 'Not seen so far: a limit ended the reading.'
    : `Not seen since ${instantText(since)}: no dead letter and no record since then names it.`;
}

/** What became of a record, and why. */
export function outcomeText(record: ExplainedRecord, explanation: Explanation): string {
  const { deadLetter } = record;
  const outcome = plainOutcome(record, explanation);
  if (deadLetter?.status !== 'replayed') return outcome;
  const { at = null, by = null } = deadLetter.resolution ?? {};
  const when = at === null ? '' : ` at ${instantText(at)} by ${by ?? 'an unknown account'}`;
  return `dead letter (${deadLetter.reason}), replayed${when}, then ${outcome}`;
}

function plainOutcome(record: ExplainedRecord, explanation: Explanation): string {
  const { invalid, deadLetter } = record;
  switch (record.outcome) {
    case 'shown':
      return record.deletes === true ? 'applied: the entity is deleted' : 'applied: it is what is shown';
    case 'replaced':
      return `applied, and since outranked by ${higherText(record, explanation)}`;
    case 'outranked':
      return record.wasApplied === null
        ? `outranked by ${higherText(record, explanation)}; whether it was shown before is not known`
        : `changed nothing: lost to ${higherText(record, explanation)}`;
    case 'duplicate':
      return `changed nothing: duplicate of ${record.by === null ? 'a record that was not read' : positionText(record.by)}`;
    case 'dead_letter':
      return `dead letter, open: ${invalid ?? 'invalid'}${ruleText(record)}`;
    case 'discarded':
      return `dead letter, discarded${resolvedText(deadLetter)}: ${invalid ?? 'invalid'}${ruleText(record)}`;
    case 'erased':
      return `erased${explanation.erasedAt === null ? '' : `: the mark was set at ${instantText(explanation.erasedAt)}`}`;
    case 'not_reached':
      return `not reached yet${waitingText(record, explanation)}${invalid === null ? '' : `; it is invalid (${invalid})`}`;
    case 'skipped':
      return 'a compaction marker, which says nothing';
    case 'not_applied':
      return invalid === null
        ? 'not in the document, where it should be: verify the location'
        : `not applied: invalid for this build (${invalid}), and no dead letter is stored`;
  }
}

function higherText({ by, slots }: ExplainedRecord, { documents }: Explanation): string {
  if (by !== null) return `version ${versionText(by)} at ${positionText(by)}`;
  const [first] = slots;
  const held = documents
    .find(({ model, key }) => `${model}/${key}` === first?.document)
    ?.slots.find(({ slot }) => slot === first?.slot);
  return held === undefined ? 'a higher version' : `version ${versionText(held)}, which the document holds`;
}

function ruleText({ deadLetter }: ExplainedRecord): string {
  return deadLetter === null ? '' : ` (${deadLetter.rule})`;
}

function resolvedText(deadLetter: ExplainedRecord['deadLetter']): string {
  const resolution = deadLetter?.resolution ?? null;
  return resolution === null ? '' : ` at ${instantText(resolution.at)} by ${resolution.by}`;
}

function waitingText({ topic, partition }: Position, { waiting }: Explanation): string {
  const here = waiting.find((found) => found.topic === topic && found.partition === partition);
  if (here === undefined) return '';
  return `: the partition is applied up to offset ${here.nextOffset ?? 'none'} of ${here.end}${heldText(here)}`;
}

function heldText({ projector, hasNoProjector }: WaitingPartition): string {
  if (projector === null) return ', and no projector has ever had it';
  if (hasNoProjector) return `, and no projector has said anything of it since ${instantText(projector.seenAt)}`;
  if (projector.reason !== null) return `, and is ${projector.status}: ${projector.reason}`;
  return `, and its projector said at ${instantText(projector.seenAt)} that it is ${projector.status}`;
}

/** When clients could read it first, as far as that is recorded. */
export function visibleText({ visible: { notBefore, notAfter } }: ExplainedRecord): string {
  if (notBefore === null) return '-';
  if (notAfter !== null) return `${instantText(notAfter)} at the latest`;
  return 'not recorded; after the append';
}

const BOUNDS: Readonly<Record<ScanBound, string>> = {
  applied: 'everything before is in the documents or a dead letter',
  known: 'where the log took what is shown',
  found: 'what is shown was found',
  since: 'the bound in time',
  beginning: 'the beginning of the log',
  records: 'the limit of records',
  matches: 'the limit of records of the entity',
  time: 'the limit of time',
};

const LIMITS: ReadonlySet<ScanBound> = new Set(['records', 'matches', 'time']);

/** One line for each range that was read, and one for all partitions of which nothing had to be read. */
export function searchedLines({ searched: { ranges, records } }: Explanation): string[] {
  const read = ranges.filter(({ from, end, bound }) => from < end || LIMITS.has(bound));
  const lines = read.map(
    ({ topic, partition, from, end, bound }) => `${topic}:${partition} from ${end} back to ${from}: ${BOUNDS[bound]}`,
  );
  const rest = ranges.length - read.length;
  const unread = rest === 0 ? [] : [`${rest === 1 ? '1 partition has' : `${rest} partitions have`} nothing to read`];
  return [`${records} records read`, ...lines, ...unread];
}
