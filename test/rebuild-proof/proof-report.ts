import { WAITED_IN_VAIN } from '../chaos/chaos-readers.ts';
import type { ComparisonReport } from '@fundlens/operator/rebuild/rebuild-run';

export type Progress = { readonly events: number; readonly total: number };

/** What was asked of one kind of reader. */
export type ReaderFigures = {
  readonly reads: number;
  /** By status, and `no answer …`. */
  readonly byOutcome: Readonly<Record<string, number>>;
  /** Answers that could be compared with what was written or read before. */
  readonly compared: number;
};

export type Proof = {
  readonly scale: number;
  readonly seed: number;
  readonly events: {
    readonly demo: number;
    /** Published while the rebuild went on. */
    readonly meanwhile: number;
  };
  /** Seconds from the first event of the demo that is published to the last one that is applied. */
  readonly projecting: number;
  /** The same to the last PDF and dashboard. */
  readonly derived: number;
  readonly rebuild: {
    readonly secondsByPhase: Readonly<Record<string, number>>;
    /** From the first process's start to the end of the last one, the time in which nobody worked on it included. */
    readonly seconds: number;
    readonly eventsPerSecond: number;
    readonly killedAt: Progress;
    readonly resumedAt: Progress;
    readonly refusals: number;
    readonly comparison: ComparisonReport | null;
  };
  /** How long the projector stood still. */
  readonly asleepSeconds: number;
  readonly readers: { readonly ofLoad: ReaderFigures; readonly ofDemo: ReaderFigures; readonly ownWrites: number };
  readonly longestFreshnessGapMs: number;
  /** Answers older than one that was read before. */
  readonly stale: readonly string[];
  /** Answers that were never true, or not what they were. */
  readonly wrong: readonly string[];
  /** What the invariants say of what is stored in the end; and whatever else did not go as it has to. */
  readonly differences: readonly string[];
  readonly documents: number;
  readonly totalSeconds: number;
};

/**
 * A missing entity's 404 is an answer. So is being told, after five seconds, that a write is not there yet: it says how
 * far the projectors lag on this machine, with or without a rebuild, and is shown.
 */
const SERVED = new Set(['200', '404', WAITED_IN_VAIN]);
const MOST_SHOWN = 20;

export function failedReads({ ofLoad, ofDemo }: Proof['readers']): number {
  // The demo's questions are about what is there.
  return failed(ofLoad, SERVED) + failed(ofDemo, new Set(['200']));
}

function failed({ byOutcome }: ReaderFigures, served: ReadonlySet<string>): number {
  return Object.entries(byOutcome).reduce((sum, [outcome, count]) => sum + (served.has(outcome) ? 0 : count), 0);
}

/** Nobody noticed anything, and nothing differs. */
export function isProven({ readers, stale, wrong, differences }: Proof): boolean {
  const asked = readers.ofLoad.compared > 0 && readers.ofDemo.compared > 0 && readers.ownWrites > 0;
  return asked && failedReads(readers) + stale.length + wrong.length + differences.length === 0;
}

export function summaryOf(proof: Proof): object {
  return { proven: isProven(proof), failedReads: failedReads(proof.readers), ...proof };
}

export function textOf(proof: Proof): string {
  const { events, rebuild, readers, stale, wrong, differences } = proof;
  const { comparison, killedAt, resumedAt } = rebuild;
  const phases = Object.entries(rebuild.secondsByPhase).map(([phase, seconds]) => `${phase} ${seconds} s`);
  const served = readers.ofLoad.reads + readers.ofDemo.reads;
  const lines = [
    `demo data ×${proof.scale}, seed ${proof.seed}: ${isProven(proof) ? 'proven' : 'NOT PROVEN'}, after ${seconds(proof.totalSeconds)}`,
    `events: ${events.demo} of the demo, ${events.meanwhile} published meanwhile; ${proof.documents} documents`,
    `published and projected: the demo in ${seconds(proof.projecting)}, ${perSecond(events.demo, proof.projecting)}; with PDFs and dashboards in ${seconds(proof.derived)}`,
    `rebuild: ${seconds(rebuild.seconds)}, ${Math.round(rebuild.eventsPerSecond)} events/s while it took the log`,
    `  ${phases.join(', ')}`,
    `  killed (SIGKILL) at ${killedAt.events} of ${killedAt.total} events, resumed at ${resumedAt.events}; refused ${rebuild.refusals} times meanwhile`,
    `  compared ${comparison?.documents ?? 0} documents: ${comparison?.different ?? 'unknown'} differ, ${comparison?.ahead ?? 0} ahead, ${comparison?.carried ?? 0} carried`,
    `  a projector slept ${seconds(proof.asleepSeconds)}, across the switch and past the grace time`,
    `reads: ${served - failedReads(readers)} served, ${failedReads(readers)} failed (${outcomes(readers.ofLoad)}; of the demo ${outcomes(readers.ofDemo)})`,
    `  compared: ${readers.ofLoad.compared} with every state there ever was, ${readers.ownWrites} of these after waiting for a write; ${readers.ofDemo.compared} with the first answer`,
    `  longest freshness gap: ${seconds(proof.longestFreshnessGapMs / 1_000)}`,
    `answers older than one read before: ${stale.length}`,
    ...shown(stale),
    `wrong answers: ${wrong.length}`,
    ...shown(wrong),
    `differences: ${differences.length}`,
    ...shown(differences),
  ];
  return lines.join('\n');
}

function outcomes({ byOutcome }: ReaderFigures): string {
  return Object.entries(byOutcome)
    .map(([outcome, count]) => `${outcome}: ${count}`)
    .join(', ');
}

function shown(lines: readonly string[]): string[] {
  const rest = lines.length > MOST_SHOWN ? [`  … and ${lines.length - MOST_SHOWN} more`] : [];
  return [...lines.slice(0, MOST_SHOWN).map((line) => `  ${line}`), ...rest];
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}

function perSecond(count: number, time: number): string {
  return `${Math.round(count / Math.max(time, 0.001))} events/s`;
}
