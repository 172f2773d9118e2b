import type { Stream } from '@fundlens/read-models/definition';
import { PHASE_MEANINGS } from '@fundlens/read-models/rebuild-run';
import { needsAttention } from '@fundlens/projection/status/attention';
import type { PartitionFigures, PartitionTrouble } from '@fundlens/projection/status/status';
import { instantText, plural } from './console-text.ts';
import type { ConsoleView } from './console-view.ts';

export type Level = 'ok' | 'degraded' | 'stopped' | 'unknown';

/** Whether anything is wrong: the first thing to deal with. No text that changes by the second, so that it is announced once. */
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

/** The worst first. */
const TROUBLES: readonly PartitionTrouble[] = [
  'log_replaced',
  'log_truncated',
  'stopped',
  'held_by_dead_letter',
  'no_projector',
  'time_ahead',
  'paused',
  'too_old',
  'too_far_behind',
];

const ADVICE: Readonly<Record<PartitionTrouble, readonly [text: string, runbook: string]>> = {
  never_read: ['A projector reads it in a moment.', 'fundlensdataold'],
  log_replaced: ['Restore the log. If it is gone for good, begin with an empty database.', 'fundlenspartitionstopped'],
  log_truncated: ['Restore the log. If it is gone for good, begin with an empty database.', 'fundlenspartitionstopped'],
  held_by_dead_letter: ['Replay or discard the dead letter that holds it.', 'fundlensdeadlettersopen'],
  time_ahead: [
    'Set the clock of the process that stored it; it heals when the partition is read to its end.',
    'fundlensdataold',
  ],
  stopped: ['Deal with the reason, then retry the partition below.', 'fundlenspartitionstopped'],
  paused: ['Bring back what it waits for; it goes on by itself.', 'fundlenspartitionstopped'],
  no_projector: [
    'Start a projector that takes this topic, or look why the last owner ended.',
    'fundlenspartitionstopped',
  ],
  too_old: ['Look for slow servers; add projectors if partitions wait for a processor.', 'fundlensdataold'],
  too_far_behind: ['Nothing if an import runs and the lag falls; otherwise add projectors.', 'fundlensdataold'],
};

export function verdictOf(view: ConsoleView): Verdict {
  const { figures, kafka, now } = view;
  const { value, trouble } = figures;
  if (trouble !== null) return awayVerdict('MongoDB', trouble, view);
  if (kafka !== null) return awayVerdict('Kafka', kafka, view);
  if (value === null) {
    return { level: 'unknown', sentence: 'This projector has not read the figures yet.', advice: null, runbook: null };
  }
  const { status, rebuild } = value;
  const partitions = partitionVerdict(status.partitions, now);
  if (partitions !== null) return partitions;
  if (status.blocking > 0) {
    return {
      level: 'degraded',
      sentence: `${plural(status.blocking, 'dead letter')} of the access stream ${status.blocking === 1 ? 'keeps' : 'keep'} a credential, company or location out of the API.`,
      advice: 'Look at those that block, then replay or discard them.',
      runbook: 'fundlensdeadlettersopen',
    };
  }
  if (needsAttention(status) && rebuild !== null) {
    const sentence = `The rebuild is refused: ${PHASE_MEANINGS[rebuild.phase]}.`;
    return { level: 'degraded', sentence, advice: 'fundlens rebuild status', runbook: 'a-rebuild-does-not-end' };
  }
  const open = status.deadLetters.reduce((sum, { status: state, count }) => sum + (state === 'open' ? count : 0), 0);
  const rest =
    open === 0 ? '' : ` ${plural(open, 'dead letter')} ${open === 1 ? 'is' : 'are'} open; none blocks a client.`;
  return {
    level: 'ok',
    sentence: `Nothing is wrong.${rest}`,
    advice: null,
    runbook: open === 0 ? null : 'fundlensdeadlettersopen',
  };
}

function awayVerdict(
  server: string,
  { code, since }: { readonly code: string; readonly since: number },
  { now, figures }: ConsoleView,
): Verdict {
  if (code === 'starting') {
    return { level: 'unknown', sentence: 'This projector starts.', advice: null, runbook: null };
  }
  const last = figures.readAt === null ? 'never' : instantText(figures.readAt, now);
  const effect =
    server === 'Kafka'
      ? 'Clients read what was applied before; no change and no revocation reaches them.'
      : `Clients may get errors, and no change reaches them. The figures below are of ${last}.`;
  return {
    level: 'stopped',
    sentence: `${server} has not answered this projector since ${instantText(since, now)} (${code}). ${effect}`,
    advice: `Bring ${server} back. Everything goes on by itself and nothing is lost.`,
    runbook: 'fundlensserveraway',
  };
}

/** What a partition waits for, where that is a server. */
const AWAY: ReadonlySet<string | null | undefined> = new Set([
  'kafka_unavailable',
  'mongodb_unavailable',
  'registry_unavailable',
  'registry_emptied',
]);

function partitionVerdict(partitions: readonly PartitionFigures[], now: number): Verdict | null {
  for (const trouble of TROUBLES) {
    const here = partitions.filter((found) => found.trouble === trouble);
    const [first] = here;
    if (first === undefined) continue;
    const { projector, asOf } = first;
    const streams = [...new Set(here.map((found) => found.stream))];
    const of =
      here.length === 1
        ? `Partition ${first.topic} ${first.partition}`
        : `${here.length} partitions of ${streams.join(' and ')}`;
    const reason = (trouble === 'stopped' || trouble === 'paused') && projector?.reason ? ` (${projector.reason})` : '';
    const since = projector !== null && reason !== '' ? ` since ${instantText(projector.since, now)}` : '';
    const known =
      asOf === null
        ? 'how old what clients read is, is not known'
        : `what clients read is of ${instantText(asOf, now)}`;
    const [advice, runbook] = ADVICE[trouble];
    const isServerAway = trouble === 'paused' && AWAY.has(projector?.reason);
    return {
      level: trouble === 'paused' || trouble === 'too_old' || trouble === 'too_far_behind' ? 'degraded' : 'stopped',
      sentence: `${of}: ${trouble.replaceAll('_', ' ')}${since}${reason}. Affected: ${streams.map((name) => READERS[name]).join('; ')}; ${known}.`,
      advice,
      runbook: isServerAway ? 'fundlensserveraway' : runbook,
    };
  }
  return null;
}
