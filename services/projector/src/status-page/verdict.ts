import type { Stream } from '@fundlens/read-models/definition';
import type { PartitionFigures, PartitionTrouble } from '@fundlens/projection/status/status';
import { isCurrent, type Trouble, type View } from './last-reading.ts';
import { instantText, plural } from '@fundlens/projection/status/figure-text';

export type Level = 'ok' | 'degraded' | 'stopped' | 'unknown';

/** Whether anything is wrong: the first thing to deal with. */
export type Verdict = {
  readonly level: Level;
  readonly sentence: string;
  /** What to do; null: nothing. */
  readonly advice: string | null;
  /** A heading of `infra/guides/runbook.md`. */
  readonly runbook: string | null;
};

const READERS: Readonly<Record<Stream, string>> = {
  access: 'revoked and new credentials',
  crm: 'contacts, deals and pipelines',
  funding: 'credit reports, underwriting results and funding plans',
};

const RESTORE = 'Restore the log. If it is gone for good, begin with an empty database.';

/** The worst first, with what to do and the heading of the runbook. One that was never read is read in a moment. */
const ADVICE: readonly (readonly [trouble: PartitionTrouble, advice: string, runbook: string])[] = [
  ['log_replaced', RESTORE, 'fundlenspartitionstopped'],
  ['log_truncated', RESTORE, 'fundlenspartitionstopped'],
  ['stopped', 'Deal with the reason, then retry the partition.', 'fundlenspartitionstopped'],
  ['held_by_dead_letter', 'Discard the dead letter that holds it.', 'fundlensdeadlettersopen'],
  ['no_projector', 'Start a projector that takes this topic.', 'fundlenspartitionstopped'],
  ['time_ahead', 'Set the clock of the process that stored the time.', 'fundlensdataold'],
  ['paused', 'Bring back what it waits for; it goes on by itself.', 'fundlenspartitionstopped'],
  ['too_old', 'Look for slow servers; add projectors.', 'fundlensdataold'],
];

export function verdictOf(view: View): Verdict {
  const { last, mongodb, kafka, now } = view;
  if (mongodb !== null) return awayVerdict('MongoDB', mongodb, view);
  if (kafka !== null) return awayVerdict('Kafka', kafka, view);
  if (last === null || !isCurrent(view)) {
    const sentence = last === null ? 'not yet' : `last at ${instantText(last.readAt, now)}`;
    return unknown(`This projector has read the figures ${sentence}: servers are slow, or it starts.`);
  }
  const { partitions, blocking, deadLetters } = last.status;
  const partition = partitionVerdict(partitions, now);
  if (partition !== null) return partition;
  if (blocking > 0) {
    return {
      level: 'degraded',
      sentence: `${plural(blocking, 'dead letter')} of the access stream ${blocking === 1 ? 'keeps' : 'keep'} a credential, company or location out of the API.`,
      advice: 'Look at those that block, then replay or discard them.',
      runbook: 'fundlensdeadlettersopen',
    };
  }
  const open = deadLetters.reduce((sum, { count }) => sum + count, 0);
  const rest = `${plural(open, 'dead letter')} ${open === 1 ? 'is' : 'are'} open; none blocks a client.`;
  return {
    level: 'ok',
    sentence: open === 0 ? 'Nothing is wrong.' : `Nothing is wrong. ${rest}`,
    advice: null,
    runbook: open === 0 ? null : 'fundlensdeadlettersopen',
  };
}

function unknown(sentence: string): Verdict {
  return { level: 'unknown', sentence, advice: null, runbook: null };
}

function awayVerdict(server: 'MongoDB' | 'Kafka', { code, since }: Trouble, { now }: View): Verdict {
  if (code === 'starting') return unknown('This projector starts.');
  const effect =
    server === 'Kafka'
      ? 'Clients read what was applied before; no change and no revocation reaches them.'
      : 'Clients may get errors, and no change reaches them.';
  return {
    level: 'stopped',
    sentence: `${server} has not answered this projector since ${instantText(since, now)} (${code}). ${effect}`,
    advice: `Bring ${server} back. Everything goes on by itself and nothing is lost.`,
    runbook: 'fundlensserveraway',
  };
}

/** What a partition waits for, where that is a server. */
const AWAY: readonly (string | null | undefined)[] = [
  ...['kafka_unavailable', 'mongodb_unavailable', 'registry_unavailable', 'registry_emptied'],
];

function partitionVerdict(partitions: readonly PartitionFigures[], now: number): Verdict | null {
  for (const [trouble, advice, runbook] of ADVICE) {
    const here = partitions.filter((found) => found.trouble === trouble);
    const [first] = here;
    if (first === undefined) continue;
    const { projector, asOf } = first;
    const streams = [...new Set(here.map((found) => found.stream))];
    const of =
      here.length === 1
        ? `Partition ${first.topic} ${first.partition}`
        : `${here.length} partitions of ${streams.join(' and ')}`;
    const why =
      (trouble === 'stopped' || trouble === 'paused') && projector !== null && projector.reason !== null
        ? ` since ${instantText(projector.since, now)} (${projector.reason})`
        : '';
    const known =
      asOf === null
        ? 'how old what clients read is, is not known'
        : `what clients read is of ${instantText(asOf, now)}`;
    return {
      level: trouble === 'paused' || trouble === 'too_old' ? 'degraded' : 'stopped',
      sentence: `${of}: ${trouble.replaceAll('_', ' ')}${why}. Affected: ${streams.map((name) => READERS[name]).join('; ')}; ${known}.`,
      advice,
      runbook: trouble === 'paused' && AWAY.includes(projector?.reason) ? 'fundlensserveraway' : runbook,
    };
  }
  return null;
}
