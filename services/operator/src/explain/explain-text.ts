import { undecidedText } from '@fundlens/projection/log/undecided';
import { ageText } from '@fundlens/projection/status/figure-text';
import type { PartitionFigures } from '@fundlens/projection/status/status';
import { table } from '../table.ts';
import type { ExplainedRecord, Explanation, HeldSlot, SlotOutcome } from './explain.ts';

/** The explanation for a person: the sentence first, then what it rests on. */
export function explanationText(explanation: Explanation): string {
  const { question, record, slots, deadLetters, partition } = explanation;
  const sections = [
    [question, record === null ? entityVerdict(explanation) : `The record: ${recordVerdict(explanation, record)}.`],
    record === null ? [] : recordLines(record),
    slotLines(record?.slots ?? slots),
    deadLetters.map(({ _id, status, reason, rule, resolution }) => {
      const settled = resolution === undefined ? '' : ` at ${iso(resolution.at)} by ${resolution.by}`;
      return `Dead letter ${_id}, ${status}${settled}: ${reason} (${rule})`;
    }),
    partition === null ? [] : partitionLines(partition, record === null),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function entityVerdict({ found, slots, deadLetters }: Explanation): string {
  if (!found) return 'Nothing is stored of it: no slot and no open dead letter.';
  const reached = slots.filter(({ state }) => state !== null);
  const also = deadLetters.length === 0 ? '' : ` ${deadLetters.length} of its events are set aside.`;
  if (reached.length === 0) return `Nothing of it is shown.${also}`;
  if (reached.every(({ state }) => state === 'erased')) return `Erased: nothing of it is shown.${also}`;
  return reached.some(({ state }) => state === 'live')
    ? `It is shown, in the version below.${also}`
    : `Deleted: the last state says so.${also}`;
}

function recordVerdict({ partition }: Explanation, { outcome, invalid, slots }: ExplainedRecord): string {
  switch (outcome) {
    case 'shown':
      return 'applied: it is what is shown';
    case 'outranked': {
      const higher = slots.find((slot) => slot.outcome === 'outranked')?.version;
      return `outranked by version ${versionText(higher ?? null)}, event ${higher?.eventId ?? 'not known'}`;
    }
    case 'erased':
      return 'erased: nothing of the person or location is shown';
    case 'set_aside':
      return `set aside: ${invalid}`;
    case 'discarded':
      return `set aside, and discarded by an operator: ${invalid}`;
    case 'not_reached':
      return `not reached yet${invalid === null ? '' : `; it is invalid (${invalid})`}${partition === null ? '' : `: ${progressText(partition)}`}`;
    case 'invalid_here':
      return `not applied: invalid for this build (${invalid}), and no dead letter is stored`;
    case 'missing':
      return 'not in the document, where it should be: verify the location';
    case 'compaction_marker':
      return 'a compaction marker, which says nothing';
    case 'not_in_log':
      return 'the log does not have it';
  }
}

function recordLines({ key, eventId, appendedAt }: ExplainedRecord): string[] {
  if (appendedAt === null) return [];
  return [`Key ${key ?? 'not shown'}, event ${eventId ?? 'not read'}, taken by the log at ${iso(appendedAt)}`];
}

function slotLines(slots: readonly (HeldSlot | SlotOutcome)[]): string[] {
  const rows = slots.map(({ document, slot, state, version, toldAt }) => [
    document,
    slot,
    state ?? 'empty',
    versionText(version),
    version?.eventId ?? '-',
    version === null ? '-' : iso(version.occurredAt),
    toldAt === null ? '-' : iso(toldAt),
  ]);
  return rows.length === 0 ? [] : table(['document', 'slot', 'state', 'version', 'event', 'occurred', 'told at'], rows);
}

function partitionLines(partition: PartitionFigures, isGuess: boolean): string[] {
  const { topic, undecided } = partition;
  const where = isGuess ? ', where the default partitioner puts its key' : '';
  return [
    `Partition ${topic} ${partition.partition}${where}: ${progressText(partition)}`,
    ...(undecided === 0 ? [] : [`${undecidedText(partition, undecided)}: until then they cannot be read.`]),
  ];
}

function progressText({ nextOffset, end, trouble, projector }: PartitionFigures): string {
  const applied = `applied up to offset ${nextOffset ?? 'none'} of ${end}`;
  if (projector === null) return `${applied}, and no projector has ever had it`;
  const { status, reason, since, seenAt } = projector;
  const held = `${status}${reason === null ? '' : `: ${reason}`} for ${ageText(seenAt - since)}`;
  const why =
    trouble === null || trouble === 'stopped' || trouble === 'paused' ? '' : `, ${trouble.replaceAll('_', ' ')}`;
  return `${applied}, ${held}${why}`;
}

/** `0/12`: epoch and version. */
function versionText(version: HeldSlot['version']): string {
  return version === null ? '-' : `${version.epoch}/${version.version}`;
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
