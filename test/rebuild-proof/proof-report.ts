import type { ComparisonReport } from '@fundlens/read-models/rebuild-run';
import { WAITED_IN_VAIN } from '../chaos/chaos-readers.ts';
import { failedReads, outcomesOf, type ReadFigures } from '../long-run/read-figures.ts';
import { inSeconds, type RunReport } from '../long-run/report.ts';

export type Progress = { readonly events: number; readonly total: number };

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
    /** From the first process's start to the end of the last one, the time between the two included. */
    readonly seconds: number;
    readonly eventsPerSecond: number;
    readonly killedAt: Progress;
    readonly resumedAt: Progress;
    readonly refusals: number;
    readonly comparison: ComparisonReport | null;
  };
  /** How long the projector stood still. */
  readonly asleepSeconds: number;
  readonly readers: { readonly ofLoad: ReadFigures; readonly ofDemo: ReadFigures; readonly ownWrites: number };
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
 * A missing entity's 404 serves the client. So does a 500 after five seconds of waiting for a write: it says how far the
 * projectors lag on this machine, with or without a rebuild, and is shown.
 */
const SERVED = new Set(['200', '404', WAITED_IN_VAIN]);
/** The demo's questions are about entities that exist. */
const SERVED_OF_DEMO = new Set(['200']);

/** Holds when no reader noticed anything, and nothing differs. */
export function proofReport(proof: Proof): RunReport {
  const { scale, seed, readers, stale, wrong, differences } = proof;
  const failed = failedReads(readers.ofLoad, SERVED) + failedReads(readers.ofDemo, SERVED_OF_DEMO);
  const { ofLoad, ofDemo, ownWrites } = readers;
  const compared = { 'of the load': ofLoad.compared, 'of the demo': ofDemo.compared, 'after a write': ownWrites };
  const { stale: _, wrong: __, differences: ___, ...figures } = proof;
  return {
    title: `demo data ×${scale}, seed ${seed}, after ${seconds(proof.totalSeconds)}`,
    lines: [...rebuildLines(proof), ...readLines(proof, failed)],
    checks: [
      { name: 'reads that failed', broken: failed === 0 ? [] : [`${failed}, see the outcomes`] },
      {
        name: 'kinds of reads that were compared with nothing',
        broken: Object.entries(compared).flatMap(([kind, count]) => (count > 0 ? [] : [kind])),
      },
      { name: 'answers older than one read before', broken: stale },
      { name: 'wrong answers', broken: wrong },
      { name: 'differences', broken: differences },
    ],
    figures: { failedReads: failed, ...figures },
  };
}

function rebuildLines({ events, rebuild, documents, projecting, derived, asleepSeconds }: Proof): string[] {
  const { comparison, killedAt, resumedAt } = rebuild;
  const phases = Object.entries(rebuild.secondsByPhase).map(([phase, time]) => `${phase} ${time} s`);
  return [
    `events: ${events.demo} of the demo, ${events.meanwhile} published meanwhile; ${documents} documents`,
    `published and projected: the demo in ${seconds(projecting)}, ${perSecond(events.demo, projecting)}; with PDFs and dashboards in ${seconds(derived)}`,
    `rebuild: ${seconds(rebuild.seconds)}, ${Math.round(rebuild.eventsPerSecond)} events/s while it took the log`,
    `  ${phases.join(', ')}`,
    `  killed (SIGKILL) at ${killedAt.events} of ${killedAt.total} events, resumed at ${resumedAt.events}; refused ${rebuild.refusals} times meanwhile`,
    `  compared ${comparison?.documents ?? 0} documents: ${comparison?.different ?? 'unknown'} differ, ${comparison?.ahead ?? 0} ahead, ${comparison?.carried ?? 0} carried`,
    `  a projector slept ${seconds(asleepSeconds)}, across the switch and past the grace time`,
  ];
}

function readLines({ readers, longestFreshnessGapMs }: Proof, failed: number): string[] {
  const { ofLoad, ofDemo, ownWrites } = readers;
  return [
    `reads: ${ofLoad.total + ofDemo.total - failed} served, ${failed} failed (${outcomesOf(ofLoad)}; of the demo ${outcomesOf(ofDemo)})`,
    `  compared: ${ofLoad.compared} with every state there ever was, ${ownWrites} of these after waiting for a write; ${ofDemo.compared} with the first answer`,
    `  longest freshness gap: ${inSeconds(longestFreshnessGapMs)}`,
  ];
}

function seconds(value: number): string {
  return inSeconds(value * 1_000);
}

function perSecond(count: number, time: number): string {
  return `${Math.round(count / Math.max(time, 0.001))} events/s`;
}
