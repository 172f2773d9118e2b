import { openHttpConnection, requestBytes } from './http-connection.ts';
import { cpuMsOf } from './process-use.ts';

/**
 * Sends requests as fast as they are answered, from a process of its own: so many connections, each with one request
 * under way. Prints what came of it as JSON.
 */

export type LoadTask = {
  /** Origin. */
  readonly url: string;
  readonly paths: readonly string[];
  readonly token: string;
  readonly connections: number;
  readonly seconds: number;
  /** The process that serves. */
  readonly pid: number;
};

export type LoadResult = {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Micros: number;
  readonly p99Micros: number;
  /** Processor time of the process that serves; null where it is not on this machine. */
  readonly ownCpuMs: number | null;
  /** Of this process. */
  readonly loaderCpuMs: number;
  /** Answers other than 200: a measurement with any of them is void. */
  readonly failed: number;
};

/** Connections are open before anything counts. */
const CONNECT_SECONDS = 0.5;

const { url, paths, token, connections, seconds, pid } = JSON.parse(process.argv[2] ?? '') as LoadTask;
const requests = paths.map((path) => requestBytes(url, { path, token }));
const latencies: number[] = [];
let counts = false;
let failed = 0;

for (let number = 0; number < connections; number += 1) keepAsking(number);
await pause(CONNECT_SECONDS);
const cpuBefore = cpuMsOf(pid);
const ownBefore = process.cpuUsage();
const began = performance.now();
counts = true;
await pause(seconds);
counts = false;
const elapsedMs = performance.now() - began;
const cpuAfter = cpuMsOf(pid);
const own = process.cpuUsage(ownBefore);

latencies.sort((a, b) => a - b);
const at = (share: number) => Math.round(latencies[Math.ceil(latencies.length * share) - 1] ?? 0);
const output: LoadResult = {
  requests: latencies.length,
  requestsPerSecond: (latencies.length * 1_000) / elapsedMs,
  p50Micros: at(0.5),
  p99Micros: at(0.99),
  ownCpuMs: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore,
  loaderCpuMs: Math.round((own.user + own.system) / 1_000),
  failed,
};
console.log(JSON.stringify(output));
process.exit();

/** One connection: the next request as soon as a response is complete. */
function keepAsking(number: number): void {
  // Each begins elsewhere, so that not all ask for the same at the same time.
  let next = Math.floor((number * requests.length) / connections);
  let sentAt = 0;
  const send = openHttpConnection({
    url,
    onResponse(status) {
      if (counts) {
        latencies.push((performance.now() - sentAt) * 1_000);
        if (status !== 200) failed += 1;
      }
      ask();
    },
  });
  ask();

  function ask(): void {
    const request = requests[next];
    if (request === undefined) throw new TypeError('there is nothing to ask for');
    next = (next + 1) % requests.length;
    sentAt = performance.now();
    send(request);
  }
}

function pause(duration: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, duration * 1_000));
}
