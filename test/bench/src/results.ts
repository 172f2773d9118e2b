import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** One side of a comparison: all its measurements, in the order in which they were made. */
export type Series = {
  readonly runs: readonly number[];
  readonly median: number;
  /** Further figures of the median run, e.g. latencies. */
  readonly details?: Readonly<Record<string, number>>;
};

/** A subject beside what the machine can do at all without our guarantees, measured in turns in the same run. */
export type Comparison = {
  readonly name: string;
  readonly unit: string;
  readonly floor: Series;
  readonly subject: Series;
  /** Subject by floor, of the medians. */
  readonly ratio: number;
};

export type Measurement = { readonly value: number; readonly details?: Readonly<Record<string, number>> };

function series(measurements: readonly Measurement[]): Series {
  const sorted = measurements.toSorted((a, b) => a.value - b.value);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new TypeError('nothing was measured');
  const runs = measurements.map(({ value }) => Math.round(value));
  const median = Math.round(middle.value);
  return middle.details === undefined ? { runs, median } : { runs, median, details: middle.details };
}

export function compare(
  name: string,
  unit: string,
  measured: { readonly floor: readonly Measurement[]; readonly subject: readonly Measurement[] },
): Comparison {
  const [floor, subject] = [series(measured.floor), series(measured.subject)];
  return { name, unit, floor, subject, ratio: Math.round((subject.median / floor.median) * 1_000) / 1_000 };
}

export type Measure = () => Promise<Measurement>;

/** Floor and subject in turns, so that a change of the machine's mood meets both. */
export async function inTurns(
  rounds: number,
  measure: { readonly floor: Measure; readonly subject: Measure },
): Promise<{ floor: Measurement[]; subject: Measurement[] }> {
  const floor: Measurement[] = [];
  const subject: Measurement[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    floor.push(await measure.floor());
    subject.push(await measure.subject());
  }
  return { floor, subject };
}

/** @returns the file. */
export function writeResults(directory: string, run: { readonly startedAt: Date; readonly body: object }): string {
  mkdirSync(directory, { recursive: true });
  const time = run.startedAt.toISOString().replaceAll(/[:.]/g, '-');
  const file = join(directory, `${time}.json`);
  const machine = {
    cpus: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryMiB: Math.round(totalmem() / 2 ** 20),
    node: process.version,
  };
  const content = { startedAt: run.startedAt.toISOString(), machine, ...run.body };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  return file;
}

/** For people: one line per comparison. */
export function table(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ name, unit, floor, subject, ratio }) => [
    name,
    `${subject.median} ${unit}`,
    `${floor.median} ${unit}`,
    ratio.toFixed(2),
    subject.runs.join(' '),
    floor.runs.join(' '),
  ]);
  return aligned([['benchmark', 'ours', 'floor', 'ratio', 'our runs', 'floor runs'], ...rows]);
}

/** Lines whose cells stand below each other; the first row is the head and has as many cells as any. */
export function aligned(all: readonly (readonly string[])[]): string {
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
