import { failedReads, outcomesOf, type ReadFigures } from '../long-run/read-figures.ts';
import { inSeconds, type RunReport } from '../long-run/report.ts';
import type { Fault } from './schedule.ts';

export type StruckFault = Fault & {
  /** From the end of the fault until everything acknowledged by then is applied and both query services answer. */
  readonly recoveryMs: number | null;
  /** Another fault struck before the recovery: its time is part of this one's. */
  readonly overlapped: boolean;
};

export type ChaosResult = {
  readonly seed: number;
  readonly minutes: number;
  readonly faults: readonly StruckFault[];
  readonly events: { readonly acknowledged: number; readonly retries: number };
  readonly reads: ReadFigures & { readonly ownWrites: number };
  readonly longestFreshnessGapMs: number;
  /** Invariants that do not hold, reads that were never true, checkpoints that went back …: one line each. */
  readonly divergences: readonly string[];
  /** Acknowledged records of which something is stored nowhere. */
  readonly lost: number;
  /** What the services did without having been asked. */
  readonly incidents: readonly string[];
  /** Where the planted numbers were looked for, and how many were found. */
  readonly searched: readonly { readonly place: string; readonly items: number; readonly found: number }[];
};

export type Recovery = { readonly count: number; readonly p50: number; readonly p99: number; readonly max: number };

/** A missing entity's 404 serves the client. */
const SERVED = new Set(['200', '404']);

/** Nearest-rank percentiles; null when nothing was measured. */
export function recoveryOf(milliseconds: readonly number[]): Recovery | null {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const max = sorted.at(-1);
  if (max === undefined) return null;
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? max;
  return { count: sorted.length, p50: rank(0.5), p99: rank(0.99), max };
}

export function chaosReport(result: ChaosResult): RunReport {
  const { seed, minutes, faults, reads, divergences, lost, incidents } = result;
  const kinds = [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    kind,
    count: ofKind.length,
    recoveryMs: recoveryOf(ofKind.flatMap(({ recoveryMs }) => recoveryMs ?? [])),
  }));
  const recoveryMs = recoveryOf(faults.flatMap((fault) => fault.recoveryMs ?? []));
  return {
    title: `seed ${seed}, ${minutes} minutes`,
    lines: [
      `faults: ${faults.length}, ${faults.filter(({ overlapped }) => overlapped).length} recovered from under further ones`,
      ...kinds.map(
        ({ kind, count, recoveryMs: ofKind }) =>
          `  ${kind.padEnd(11)} ${String(count).padStart(4)}   recovery ${recoveryText(ofKind)}`,
      ),
      `  all              recovery ${recoveryText(recoveryMs)}`,
      ...trafficLines(result),
    ],
    notes: [{ name: 'incidents', broken: incidents }],
    checks: [
      { name: 'divergences', broken: divergences },
      { name: 'acknowledged loss', broken: lost === 0 ? [] : [`${lost} records are stored nowhere`] },
    ],
    figures: {
      ...{ seed, minutes, recoveryMs, faults, events: result.events, reads, searched: result.searched, lost },
      byKind: Object.fromEntries(kinds.map(({ kind, ...figures }) => [kind, figures])),
      failedReads: failedReads(reads, SERVED),
      longestFreshnessGapMs: result.longestFreshnessGapMs,
    },
  };
}

function trafficLines({ events, reads, longestFreshnessGapMs, searched }: ChaosResult): string[] {
  const found = searched.reduce((sum, place) => sum + place.found, 0);
  const items = searched.reduce((sum, place) => sum + place.items, 0);
  return [
    `events acknowledged: ${events.acknowledged}, batches published again: ${events.retries}`,
    `longest freshness gap in an answer: ${inSeconds(longestFreshnessGapMs)}`,
    `reads: ${reads.total} (${outcomesOf(reads)}), failed: ${failedReads(reads, SERVED)}`,
    `  compared with every state there ever was: ${reads.compared}, of these after waiting for a write: ${reads.ownWrites}`,
    `planted numbers found: ${found} in ${items} documents and files of ${searched.length} places`,
  ];
}

function recoveryText(recovery: Recovery | null): string {
  if (recovery === null) return 'not measured';
  return `p50 ${inSeconds(recovery.p50)}, p99 ${inSeconds(recovery.p99)}, max ${inSeconds(recovery.max)}`;
}
