/** Takes progress; every line gets the seconds since the start in front. */
export type Report = (line: string) => void;

export function createReport({ write, now }: { write: (line: string) => void; now: () => number }): Report {
  const startedAt = now();
  return (line) => write(`${((now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${line}`);
}
