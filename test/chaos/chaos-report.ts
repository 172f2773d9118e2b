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
  readonly reads: {
    readonly total: number;
    readonly compared: number;
    readonly ownWrites: number;
    readonly byOutcome: Readonly<Record<string, number>>;
  };
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

/** Nearest-rank percentiles; null when nothing was measured. */
export function recoveryOf(milliseconds: readonly number[]): Recovery | null {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const max = sorted.at(-1);
  if (max === undefined) return null;
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? max;
  return { count: sorted.length, p50: rank(0.5), p99: rank(0.99), max };
}

export function isClean({ divergences, lost }: ChaosResult): boolean {
  return divergences.length === 0 && lost === 0;
}

/** Answers that are no service to anybody: errors of the server, and none at all. A missing entity's 404 is an answer. */
export function failedReads({ byOutcome }: ChaosResult['reads']): number {
  const served = new Set(['200', '404']);
  return Object.entries(byOutcome).reduce((sum, [outcome, count]) => sum + (served.has(outcome) ? 0 : count), 0);
}

export function summaryOf(result: ChaosResult): object {
  const { faults } = result;
  const byKind = Object.fromEntries(
    [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, ofKind]) => [
      kind,
      { count: ofKind.length, recoveryMs: recoveryOf(ofKind.flatMap(({ recoveryMs }) => recoveryMs ?? [])) },
    ]),
  );
  const recoveryMs = recoveryOf(faults.flatMap((fault) => fault.recoveryMs ?? []));
  return { clean: isClean(result), byKind, recoveryMs, failedReads: failedReads(result.reads), ...result };
}

const MOST_SHOWN = 20;

export function textOf(result: ChaosResult): string {
  const { faults, events, reads, divergences, lost, incidents, searched } = result;
  const kinds = [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const recovery = recoveryOf(ofKind.flatMap(({ recoveryMs }) => recoveryMs ?? []));
    return `  ${kind.padEnd(11)} ${String(ofKind.length).padStart(4)}   recovery ${recoveryText(recovery)}`;
  });
  const outcomes = Object.entries(reads.byOutcome).map(([outcome, count]) => `${outcome}: ${count}`);
  const lines = [
    `seed ${result.seed}, ${result.minutes} minutes: ${isClean(result) ? 'clean' : 'NOT CLEAN'}`,
    `faults: ${faults.length}, ${faults.filter(({ overlapped }) => overlapped).length} recovered from under further ones`,
    ...kinds,
    `  all              recovery ${recoveryText(recoveryOf(faults.flatMap(({ recoveryMs }) => recoveryMs ?? [])))}`,
    `events acknowledged: ${events.acknowledged}, batches published again: ${events.retries}, acknowledged loss: ${lost}`,
    `longest freshness gap in an answer: ${seconds(result.longestFreshnessGapMs)}`,
    `reads: ${reads.total} (${outcomes.join(', ')}), failed: ${failedReads(reads)}`,
    `  compared with every state there ever was: ${reads.compared}, of these after waiting for a write: ${reads.ownWrites}`,
    `planted numbers found: ${searched.reduce((sum, { found }) => sum + found, 0)} in ${searched.reduce((sum, { items }) => sum + items, 0)} documents and files of ${searched.length} places`,
    `incidents: ${incidents.length}`,
    ...shown(incidents),
    `divergences: ${divergences.length}`,
    ...shown(divergences),
  ];
  return lines.join('\n');
}

function shown(lines: readonly string[]): string[] {
  const rest = lines.length > MOST_SHOWN ? [`  … and ${lines.length - MOST_SHOWN} more`] : [];
  return [...lines.slice(0, MOST_SHOWN).map((line) => `  ${line}`), ...rest];
}

function recoveryText(recovery: Recovery | null): string {
  if (recovery === null) return 'not measured';
  return `p50 ${seconds(recovery.p50)}, p99 ${seconds(recovery.p99)}, max ${seconds(recovery.max)}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
