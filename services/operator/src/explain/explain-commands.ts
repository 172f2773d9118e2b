import { ageText, isoText, undecidedText } from '@fundlens/projection/status/figure-text';
import type { PartitionFigures } from '@fundlens/projection/status/status';
import type { Command } from 'commander';
import type { Perform } from '../command-context.ts';
import { EXIT } from '@fundlens/runtime/run-command';
import { table } from '../table.ts';
import type { ExplainedRecord, Explanation, HeldSlot, Outcome } from './explain.ts';

export function addExplain(program: Command, perform: Perform): void {
  program
    .command('explain')
    .description('what is stored of an entity and how far its partition is; or what became of a record of the log')
    .argument('<what...>', 'a key (contact:LOCATION:CONTACT), or a position (TOPIC:PARTITION:OFFSET)')
    .action(
      perform(async ({ system, terminal }, what: readonly string[]) => {
        const { explain } = await import('./explain.ts');
        const explanation = await explain(system, what.join(' '));
        terminal.result(explanation, explanationText(explanation));
        return explanation.found ? EXIT.done : EXIT.attention;
      }),
    );
}

/** The explanation for a person: the sentence first, then what it rests on. */
function explanationText(explanation: Explanation): string {
  const { question, record, slots, deadLetters, partition } = explanation;
  const sections = [
    [question, record === null ? entityVerdict(explanation) : `The record: ${recordVerdict(explanation, record)}.`],
    record === null || record.appendedAt === null
      ? []
      : [
          `Key ${record.key ?? 'not shown'}, event ${record.eventId ?? 'not read'}, taken by the log at ${isoText(record.appendedAt)}`,
        ],
    slotLines(slots),
    deadLetters.map(({ _id, status, reason, rule, resolution }) => {
      const settled = resolution === undefined ? '' : ` at ${isoText(resolution.at)} by ${resolution.by}`;
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
  const also = deadLetters.length === 0 ? '' : ` ${deadLetters.length} of its events are set aside.`;
  const states = new Set(slots.map(({ state }) => state));
  if (states.has('live')) return `It is shown, in the version below.${also}`;
  if (states.has('deleted')) return `Deleted: the last state says so.${also}`;
  return `${states.has('erased') ? 'Erased: nothing' : 'Nothing'} of it is shown.${also}`;
}

const VERDICTS: Readonly<Record<Outcome, string>> = {
  shown: 'applied: it is what is shown',
  outranked: 'outranked by',
  erased: 'erased: nothing of the person or location is shown',
  set_aside: 'set aside:',
  discarded: 'set aside, and discarded by an operator:',
  not_reached: 'not reached yet',
  invalid_here: 'not applied, and no dead letter is stored: invalid for this build:',
  missing: 'not in the document, where it should be: verify the location',
  compaction_marker: 'a compaction marker, which says nothing',
  not_in_log: 'the log does not have it',
};

function recordVerdict({ partition, slots }: Explanation, { outcome, invalid }: ExplainedRecord): string {
  const verdict = VERDICTS[outcome];
  if (outcome === 'outranked') {
    const higher = slots.find((slot) => slot.outcome === 'outranked')?.version ?? null;
    return `${verdict} version ${versionText(higher)}, event ${higher?.eventId ?? 'not known'}`;
  }
  if (outcome !== 'not_reached') return invalid === null ? verdict : `${verdict} ${invalid}`;
  const also = invalid === null ? '' : `; it is invalid (${invalid})`;
  return `${verdict}${also}${partition === null ? '' : `: ${progressText(partition)}`}`;
}

function slotLines(slots: readonly HeldSlot[]): string[] {
  const rows = slots.map(({ document, slot, state, version, toldAt }) => [
    document,
    slot,
    state ?? 'empty',
    versionText(version),
    version?.eventId ?? '-',
    version === null ? '-' : isoText(version.occurredAt),
    toldAt === null ? '-' : isoText(toldAt),
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
const versionText = (version: HeldSlot['version']) => (version === null ? '-' : `${version.epoch}/${version.version}`);
