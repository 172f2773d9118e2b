import { Agent, get } from 'node:http';

/**
 * Sends requests when they are due, however long others take, from a process of its own, until it is told to end; prints
 * what came of it as JSON. Latencies count from when a request was due.
 */

export type PacedLoadTask = {
  readonly url: string;
  readonly paths: readonly string[];
  readonly token: string;
  readonly requestsPerSecond: number;
};

export type PacedLoadResult = {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly megabytesPerSecond: number;
  /** Answers other than 200, and requests without an answer: a measurement with any of them is void. */
  readonly failed: number;
};

/** What is due in between is sent together. */
const TICK_MS = 5;

const { url, paths, token, requestsPerSecond } = JSON.parse(process.argv[2] ?? '') as PacedLoadTask;
const agent = new Agent({ keepAlive: true });
const began = performance.now();
const latencies: number[] = [];
const underWay = new Set<Promise<void>>();
let bytes = 0;
let failed = 0;
let sent = 0;

const ticking = setInterval(() => {
  const due = ((performance.now() - began) * requestsPerSecond) / 1_000;
  for (; sent < due; sent += 1) {
    const dueAt = began + (sent * 1_000) / requestsPerSecond;
    const asked = ask(`${url}${paths[sent % paths.length]}`).then((wasServed) => {
      latencies.push(performance.now() - dueAt);
      if (!wasServed) failed += 1;
      underWay.delete(asked);
    });
    underWay.add(asked);
  }
}, TICK_MS);

process.once('SIGTERM', async () => {
  clearInterval(ticking);
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all(underWay);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => Math.round(latencies[Math.ceil(latencies.length * share) - 1] ?? Number.NaN);
  const output: PacedLoadResult = {
    requestsPerSecond: latencies.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    megabytesPerSecond: Math.round(bytes / seconds / 1e4) / 100,
    failed,
  };
  console.log(JSON.stringify(output));
  agent.destroy();
});

function ask(target: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(target, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('error', () => resolve(false));
      response.once('end', () => resolve(response.statusCode === 200));
    }).once('error', () => resolve(false));
  });
}
