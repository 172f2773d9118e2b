import { type HttpConnection, openHttpConnection, requestBytes } from '../http-connection.ts';
import { createLatencies, type LatencySummary } from '../latencies.ts';
import { type ProcessesUse, watchProcesses } from '../watched-processes.ts';
import { mixedRequests } from './request-mix.ts';
import { loadTenants } from './tenants.ts';
import { createFractions } from './zipf.ts';

/**
 * Sends requests when they are due, however long others take, from a process of its own; prints what came of it as JSON.
 * Latencies count from when a request was due, so that a service that stops for a second is not asked less meanwhile.
 */

export type OpenLoadTask = {
  /** Origins, asked in turns. */
  readonly urls: readonly string[];
  readonly contactsEach: number;
  readonly rate: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly pids: readonly number[];
};

export type OpenLoadResult = LatencySummary &
  ProcessesUse & {
    readonly requests: number;
    /** Answers other than 200, connections that ended, and requests without an answer. */
    readonly failed: number;
    /** The service fell so far behind that the measurement was ended early. */
    readonly overrun: boolean;
    readonly loaderCpuMs: number;
  };

/** What is due in between is sent together: it counts as latency, half of it on average. */
const TICK_MS = 1;
/** Different requests, asked again and again in this order. */
const DIFFERENT_REQUESTS = 20_000;
const SEED = 1;
/** To each service: far more than are under way while latencies are what is wanted. */
const MAX_CONNECTIONS = 256;
/** A service that is so far behind does not catch up. */
const OVERRUN_SECONDS = 1;
/** For what is under way at the end. */
const LAST_ANSWERS_MS = 2_000;
const SECOND_MS = 1_000;

type Due = { readonly at: number; readonly counts: boolean; readonly request: Buffer };
type Target = { readonly url: string; readonly requests: readonly Buffer[]; readonly idle: Asker[]; opened: number };
type Asker = { ask(next: Due): void };

const task = JSON.parse(process.argv[2] ?? '') as OpenLoadTask;
const { rate, seconds, warmUpSeconds, pids } = task;
const mix = mixedRequests(DIFFERENT_REQUESTS, loadTenants(task.contactsEach), createFractions(SEED));
const targets = task.urls.map((url): Target => {
  return { url, requests: mix.map((one) => requestBytes(url, one)), idle: [], opened: 0 };
});
const warmUpRequests = Math.round(rate * warmUpSeconds);
const allRequests = warmUpRequests + Math.round(rate * seconds);
const latencies = createLatencies(allRequests);
/** By target, those that are due and have no connection yet. */
const waiting = targets.map((): Due[] => []);
let underWay = 0;
/** Of those that count: sent or waiting. */
let due = 0;
let failed = 0;
let overrun = false;

const began = performance.now();
const use = await sendAll();
await lastAnswers();
const { cpuMs, rssNowMiB, rssMaxMiB } = use.used();
const own = process.cpuUsage(use.ownBefore);
const output: OpenLoadResult = {
  ...latencies.summary(),
  cpuMs,
  rssNowMiB,
  rssMaxMiB,
  requests: latencies.count(),
  failed: failed + due - latencies.count(),
  overrun,
  loaderCpuMs: Math.round((own.user + own.system) / SECOND_MS),
};
console.log(JSON.stringify(output));
process.exit();

/** @returns what was used since the warm-up */
async function sendAll() {
  let watched = { used: watchProcesses(pids), ownBefore: process.cpuUsage() };
  for (let sent = 0; sent < allRequests && !overrun; ) {
    const untilNow = Math.min(allRequests, ((performance.now() - began) * rate) / SECOND_MS);
    for (; sent < untilNow; sent += 1) {
      if (sent === warmUpRequests) watched = { used: watchProcesses(pids), ownBefore: process.cpuUsage() };
      send(sent);
    }
    overrun = waiting.some((queue) => queue.length > (rate * OVERRUN_SECONDS) / targets.length);
    await pause(TICK_MS);
  }
  return watched;
}

function send(number: number): void {
  const index = number % targets.length;
  const target = targets[index];
  const request = target?.requests[Math.floor(number / targets.length) % DIFFERENT_REQUESTS];
  if (target === undefined || request === undefined) throw new TypeError('there is nothing to ask for');
  const one: Due = { at: began + (number * SECOND_MS) / rate, counts: number >= warmUpRequests, request };
  if (one.counts) due += 1;
  const asker = target.idle.pop() ?? (target.opened < MAX_CONNECTIONS ? openAsker(target, waiting[index] ?? []) : null);
  if (asker === null) waiting[index]?.push(one);
  else asker.ask(one);
}

/** A connection that asks for what is due, one after the other, and is idle in between. */
function openAsker(target: Target, queue: Due[]): Asker {
  let asked: Due | null = null;
  target.opened += 1;
  const connection: HttpConnection = openHttpConnection({
    url: target.url,
    onResponse({ status }) {
      answered(status === 200);
      const next = queue.shift();
      if (next === undefined) target.idle.push(asker);
      else ask(next);
    },
    onClosed() {
      // An idle one may be ended by the service at any time.
      if (asked !== null) answered(false);
      target.opened -= 1;
      const index = target.idle.indexOf(asker);
      if (index !== -1) target.idle.splice(index, 1);
    },
  });
  const asker: Asker = { ask };
  return asker;

  function ask(next: Due): void {
    asked = next;
    underWay += 1;
    connection.send(next.request);
  }

  function answered(wasServed: boolean): void {
    if (asked?.counts === true) {
      latencies.add((performance.now() - asked.at) * SECOND_MS);
      if (!wasServed) failed += 1;
    }
    asked = null;
    underWay -= 1;
  }
}

async function lastAnswers(): Promise<void> {
  const deadline = performance.now() + (overrun ? 0 : LAST_ANSWERS_MS);
  while (underWay > 0 && performance.now() < deadline) await pause(TICK_MS);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
