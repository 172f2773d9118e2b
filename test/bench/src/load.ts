import { openHttpConnection, requestBytes } from './http-connection.ts';
import { createLatencies, type LatencySummary } from './latencies.ts';
import { type ProcessesUse, watchProcesses } from './watched-processes.ts';

/**
 * Sends requests as fast as they are answered, from a process of its own: so many connections, each with one request
 * under way. Prints what came of it as JSON.
 */

export type LoadTask = {
  /** Origins; the connections are spread evenly over them. */
  readonly urls: readonly string[];
  readonly paths: readonly string[];
  readonly token: string;
  readonly connections: number;
  readonly seconds: number;
  /** Before that: caches fill, code gets compiled, pools open. Default: none. */
  readonly warmUpSeconds?: number;
  /** Processes whose use is watched in the time that counts. Default: none. */
  readonly pids?: readonly number[];
};

export type LoadResult = LatencySummary &
  ProcessesUse & {
    readonly requests: number;
    readonly requestsPerSecond: number;
    readonly megabytesPerSecond: number;
    /** Processor time of this process. */
    readonly loaderCpuMs: number;
    /** Answers other than 200: a measurement with any of them is void. */
    readonly failed: number;
  };

/** More than any service answers on one machine. */
const MOST_PER_SECOND = 200_000;

const task = JSON.parse(process.argv[2] ?? '') as LoadTask;
const { urls, paths, token, connections, seconds, warmUpSeconds = 0, pids = [] } = task;
const requests = urls.map((url) => paths.map((path) => requestBytes(url, { path, token })));
const latencies = createLatencies(seconds * MOST_PER_SECOND);
let counts = false;
let isOver = false;
let bytes = 0;
let failed = 0;

for (let number = 0; number < connections; number += 1) keepAsking(number);
await pause(warmUpSeconds);
const used = watchProcesses(pids);
const ownBefore = process.cpuUsage();
const began = performance.now();
counts = true;
await pause(seconds);
counts = false;
const elapsedMs = performance.now() - began;
const use = used();
const own = process.cpuUsage(ownBefore);
isOver = true;

const output: LoadResult = {
  ...latencies.summary(),
  ...use,
  requests: latencies.count(),
  requestsPerSecond: (latencies.count() * 1_000) / elapsedMs,
  megabytesPerSecond: Math.round(bytes / elapsedMs / 10) / 100,
  loaderCpuMs: Math.round((own.user + own.system) / 1_000),
  failed,
};
console.log(JSON.stringify(output));
process.exit();

/** One connection: the next request as soon as a response is complete. */
function keepAsking(number: number): void {
  const url = urls[number % urls.length] ?? '';
  const ofUrl = requests[number % urls.length] ?? [];
  // Each begins elsewhere, so that not all ask for the same at the same time.
  let next = Math.floor((number * ofUrl.length) / connections);
  let sentAt = 0;
  const connection = openHttpConnection({
    url,
    onResponse(response) {
      if (counts) {
        latencies.add((performance.now() - sentAt) * 1_000);
        bytes += response.bytes;
        if (response.status !== 200) failed += 1;
      }
      if (!isOver) ask();
    },
    onClosed(error) {
      throw new Error(`${url}: ${error.message}`);
    },
  });
  ask();

  function ask(): void {
    const request = ofUrl[next];
    if (request === undefined) throw new TypeError('there is nothing to ask for');
    next = (next + 1) % ofUrl.length;
    sentAt = performance.now();
    connection.send(request);
  }
}

function pause(duration: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, duration * 1_000));
}
