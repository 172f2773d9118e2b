import { cpuMsOf, rssOf } from './process-use.ts';

/** What processes used while something was measured. */
export type ProcessesUse = {
  /** Of processor time, by the order of their ids; null where there is no such process on this machine. */
  readonly cpuMs: readonly (number | null)[];
  /** At the end, and at most since the process started; of all of them together. */
  readonly rssNowMiB: number | null;
  readonly rssMaxMiB: number | null;
};

/** @returns tells what they used since; called by the load generator itself, at the first and last moment that counts. */
export function watchProcesses(pids: readonly number[]): () => ProcessesUse {
  const before = pids.map(cpuMsOf);
  return () => {
    const after = pids.map(cpuMsOf);
    const rss = pids.map(rssOf).filter((one) => one !== null);
    const sumOf = (values: readonly number[]) =>
      values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
    return {
      cpuMs: after.map((ms, index) => (ms === null ? null : ms - (before[index] ?? 0))),
      rssNowMiB: sumOf(rss.map(({ nowMiB }) => nowMiB)),
      rssMaxMiB: sumOf(rss.map(({ maxMiB }) => maxMiB)),
    };
  };
}
