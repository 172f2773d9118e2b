import autocannon from 'autocannon';

/** Sends requests as fast as they are answered, from a process of its own, and prints what came of it as JSON. */

export type LoadTask = {
  readonly url: string;
  readonly paths: readonly string[];
  readonly token: string;
  readonly connections: number;
  readonly seconds: number;
};

export type LoadResult = {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly megabytesPerSecond: number;
  /** Answers other than 2xx, and requests without an answer: a measurement with any of them is void. */
  readonly failed: number;
};

const task = JSON.parse(process.argv[2] ?? '') as LoadTask;
const result = await autocannon({
  url: task.url,
  connections: task.connections,
  duration: task.seconds,
  requests: task.paths.map((path) => ({ path })),
  headers: { authorization: `Bearer ${task.token}` },
});
const output: LoadResult = {
  requestsPerSecond: result.requests.total / result.duration,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  megabytesPerSecond: Math.round(result.throughput.average / 1e4) / 100,
  failed: result.non2xx + result.errors + result.timeouts,
};
console.log(JSON.stringify(output));
