/** Times of requests in microseconds, in memory that is taken beforehand: recording one allocates nothing. */
export type Latencies = {
  add(micros: number): void;
  count(): number;
  /** What is known at the end; sorts. Zeros where nothing was recorded. */
  summary(): LatencySummary;
};

export type LatencySummary = {
  readonly p50Micros: number;
  readonly p99Micros: number;
  readonly p999Micros: number;
  readonly maxMicros: number;
};

/** @throws RangeError when more are added than `capacity` */
export function createLatencies(capacity: number): Latencies {
  const recorded = new Float64Array(capacity);
  let count = 0;
  return {
    add(micros) {
      if (count === capacity) throw new RangeError(`more than ${capacity} requests in one measurement`);
      recorded[count] = micros;
      count += 1;
    },
    count: () => count,
    summary() {
      const sorted = recorded.slice(0, count).sort();
      const at = (share: number) => Math.round(sorted[Math.ceil(count * share) - 1] ?? 0);
      return { p50Micros: at(0.5), p99Micros: at(0.99), p999Micros: at(0.999), maxMicros: at(1) };
    },
  };
}
