import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** What one measurement found, by what and unit: `events/s`. Not a number where this machine does not tell. */
export type Readings = Readonly<Record<string, number>>;
export type Measure = () => Promise<Readings>;

/** Ours, what the machine can do at all without our guarantees, and another product. */
const SIDES = ['floor', 'ours', 'peer'] as const;
type Side = (typeof SIDES)[number];

/** One line: all runs of each side, in the order in which they were made. */
export type Figure = { readonly name: string; readonly runs: Readonly<Partial<Record<Side, readonly number[]>>> };

/** Measures the sides in turns, so that a change of the machine's mood meets all of them. */
export async function inTurns(
  name: string,
  rounds: number,
  sides: { readonly ours: Measure } & Readonly<Partial<Record<Side, Measure>>>,
): Promise<Figure[]> {
  const measured = SIDES.flatMap((side) => (sides[side] === undefined ? [] : [{ side, runs: [] as Readings[] }]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { side, runs } of measured) runs.push((await sides[side]?.()) ?? {});
  }
  const whats = Object.keys(measured.find(({ side }) => side === 'ours')?.runs[0] ?? {});
  return whats.map((what) => ({
    name: `${name}: ${what}`,
    runs: Object.fromEntries(
      measured.map(({ side, runs }) => [side, runs.map((run) => Number((run[what] ?? Number.NaN).toPrecision(4)))]),
    ),
  }));
}

/** The lower of two in the middle. */
function medianOf(runs: readonly number[] = []): number {
  return runs.toSorted((a, b) => a - b)[Math.floor((runs.length - 1) / 2)] ?? Number.NaN;
}

/** For people: medians, what ours is by the others, and all of our runs. An empty cell: not measured. */
export function table(figures: readonly Figure[]): string {
  const cell = (value: number) => (Number.isFinite(value) ? String(value) : '');
  const ratio = (upper: number, lower: number) => (Number.isFinite(upper / lower) ? (upper / lower).toFixed(2) : '');
  const rows = figures.map(({ name, runs }) => {
    const [ours, floor, peer] = [medianOf(runs.ours), medianOf(runs.floor), medianOf(runs.peer)];
    const others = [cell(floor), ratio(ours, floor), cell(peer), ratio(ours, peer)];
    return [name, cell(ours), ...others, (runs.ours ?? []).map(cell).join(' ')];
  });
  const all = [['', 'ours', 'floor', 'ours by floor', 'peer', 'ours by peer', 'our runs'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = all.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** @returns the file. */
export function writeResults(directory: string, run: { readonly startedAt: Date; readonly body: object }): string {
  mkdirSync(directory, { recursive: true });
  const startedAt = run.startedAt.toISOString();
  const file = join(directory, `${startedAt.replaceAll(/[:.]/g, '-')}.json`);
  const machine = {
    cpus: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryMiB: Math.round(totalmem() / 2 ** 20),
    node: process.version,
  };
  writeFileSync(file, `${JSON.stringify({ startedAt, machine, ...run.body }, null, 2)}\n`);
  return file;
}
