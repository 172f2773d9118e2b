import { Agent, get } from 'node:http';
import type { Publishable } from '@fundlens/contracts/publisher';
import { type AccessEnding, accessEndings } from '../../harness/access-endings.ts';
import { type Pace, startBulkImport } from '../../harness/bulk-import.ts';
import { watchRefusal } from '../../harness/refusal-watch.ts';
import type { ServiceProcess } from '../../harness/service-process.ts';
import type { IssuedCredential } from '../../harness/tenants.ts';
import type { QueryService, TestSystem } from '../../harness/test-system.ts';
import { type BareConsumer, startBareConsumer } from './bare-consumer.ts';
import { loadOf, pacedLoadOf } from './load-run.ts';
import { type EventLoopDelay, eventLoopDelayOf, watchProcessors } from './machine-use.ts';
import type { Measurement } from './results.ts';
import {
  figuresOf,
  type Layout,
  type Load,
  layouts,
  type RevocationFigures,
  type Watched,
} from './revocation-figures.ts';
import { applicationOf } from './workload.ts';

export type RevocationBench = {
  readonly system: TestSystem;
  readonly layout: Layout;
  /** Of what the machine reached at full load, in percent: how much is asked for in a second measurement. */
  readonly pacedPercent: number;
  /** May read the contacts; what readers of the load use. */
  readonly reader: IssuedCredential;
  readonly contactIds: readonly string[];
  /** Of each kind of ending. */
  readonly changes: number;
  /** Length of one measurement of the load. */
  readonly seconds: number;
  readonly report: (line: string) => void;
};

/** Some seconds of work for the projector, at any time. */
const EVENTS_WAITING = 10_000;
const WATCHED_AT_ONCE = 10;
const PAUSE_MS = 10;
/** What is watched must stay a small part of a load that leaves room. */
const PACED_WATCHED_AT_ONCE = 5;
/** What is found is up to so much later. */
const PACED_PAUSE_MS = 50;
/** Longer than any cache may hold what it knows. */
const AFTERWARDS_MS = 1_200;
const GIVE_UP_MS = 20_000;
const SERVICES = 2;

/**
 * How long access goes on after the log has acknowledged that it ends: while the projector works off a bulk import and two
 * query services answer as many requests as they can, and again while a stated share of that is asked for.
 */
export async function benchRevocation(bench: RevocationBench): Promise<RevocationFigures[]> {
  const { system, layout } = bench;
  const projectors: Record<string, ServiceProcess> = {};
  for (const groups of layouts[layout]) {
    const name = groups.CONSUMER_GROUPS === 'access,changes' ? 'projector' : `projector ${groups.CONSUMER_GROUPS}`;
    projectors[name] = await system.startProjector({ LOG_LEVEL: 'info', ...groups });
  }
  await system.applied.all({ deadlineMs: 300_000 });
  const services = await Promise.all(Array.from({ length: SERVICES }, () => system.startQuery({ LOG_LEVEL: 'info' })));
  const processes = {
    ...projectors,
    ...Object.fromEntries(services.map((service, index) => [`query ${index + 1}`, service])),
  };
  // Those of both measurements are new to the projector.
  let next = 0;
  const applications = () => applicationOf(next++);
  const full = await measure(bench, { services, processes, applications, pace: FULL });
  await system.applied.all({ deadlineMs: 300_000 });
  const paced = await measure(bench, {
    services,
    processes,
    applications,
    pace: paceOf(full.load, bench.pacedPercent),
  });
  await Promise.all(Object.values(processes).map((service) => service.stop()));
  return [full, paced];
}

type LoadPace = {
  readonly percentOfFull: Load['percentOfFull'];
  readonly bulk: Pace;
  /** Of the readers, for each service; null: as many as are answered. */
  readonly requestsPerSecond: readonly number[] | null;
  readonly watchedAtOnce: number;
  /** Between an answer and the next request of what is watched. */
  readonly pauseMs: number;
};

const FULL: LoadPace = {
  percentOfFull: 'full',
  bulk: { waiting: EVENTS_WAITING },
  requestsPerSecond: null,
  watchedAtOnce: WATCHED_AT_ONCE,
  pauseMs: PAUSE_MS,
};

/** What is watched counts as part of the share. */
function paceOf({ eventsPerSecond, requestsPerSecond, watchedPerSecond }: Load, percent: number): LoadPace {
  const share = percent / 100;
  const watched = (1_000 / PACED_PAUSE_MS) * PACED_WATCHED_AT_ONCE;
  return {
    percentOfFull: percent,
    bulk: { eventsPerSecond: share * eventsPerSecond },
    requestsPerSecond: requestsPerSecond.map((rate) =>
      Math.max(1, Math.round(share * (rate + watchedPerSecond) - watched)),
    ),
    watchedAtOnce: PACED_WATCHED_AT_ONCE,
    pauseMs: PACED_PAUSE_MS,
  };
}

type Running = {
  readonly services: readonly QueryService[];
  /** All of the system, by name. */
  readonly processes: Readonly<Record<string, ServiceProcess>>;
  /** The events of the next one. */
  readonly applications: () => readonly Publishable[];
  readonly pace: LoadPace;
};

async function measure(
  bench: RevocationBench,
  { services, processes, applications, pace }: Running,
): Promise<RevocationFigures> {
  const { system, layout, report } = bench;
  const level = typeof pace.percentOfFull === 'number' ? `${pace.percentOfFull} %` : pace.percentOfFull;
  const endings = Object.entries(accessEndings).map(([name, make]) => ({
    name,
    all: Array.from({ length: bench.changes }, (_, index) =>
      make(`${name.replaceAll(' ', '-')}-${pace.percentOfFull}-${index}`),
    ),
    watched: [] as Watched[],
  }));
  await system.publish(endings.flatMap(({ all }) => all.flatMap(({ before }) => before)));
  await system.applied.all({ deadlineMs: 300_000 });
  report(`revocation, ${layout}, load ${level}: beginning the load`);
  const bulk = await startBulkImport({ system, eventsOf: applications, pace: pace.bulk });
  const load = startReaders(bench, { services, requestsPerSecond: pace.requestsPerSecond });
  const log = await startBareConsumer(system);
  report(`revocation, ${layout}, load ${level}: measuring`);
  for (const service of Object.values(processes)) await eventLoopDelayOf(service);
  const began = performance.now();
  const processors = watchProcessors();
  const appliedBefore = await system.applied.count();
  let asked = 0;
  await inParallel(pace.watchedAtOnce, interleaved(endings), async ({ ending, watched }) => {
    watched.push(await watch(ending, { system, services, log, pauseMs: pace.pauseMs, onAsk: () => (asked += 1) }));
  });
  const applied = (await system.applied.count()) - appliedBefore;
  const processorsPercent = processors();
  const eventLoopDelay: Record<string, EventLoopDelay> = {};
  for (const [name, service] of Object.entries(processes)) eventLoopDelay[name] = await eventLoopDelayOf(service);
  const seconds = (performance.now() - began) / 1_000;
  const leastEventsWaiting = bulk.leastWaiting();
  const readers = await load.stop();
  await bulk.stop();
  await log.stop();
  return {
    layout,
    load: {
      percentOfFull: pace.percentOfFull,
      eventsPerSecond: Math.round(applied / seconds),
      leastEventsWaiting,
      ...readers,
      watchedPerSecond: Math.round(asked / seconds / SERVICES),
      processorsPercent,
      eventLoopDelay,
    },
    endings: endings.map(({ name, watched }) => figuresOf(name, watched)),
    all: figuresOf(
      'all',
      endings.flatMap(({ watched }) => watched),
    ),
  };
}

/** Ends access while both services are asked for it all the time. */
async function watch(
  { token, target, change, refusal }: AccessEnding,
  {
    system,
    services,
    log,
    pauseMs,
    onAsk,
  }: {
    readonly system: TestSystem;
    readonly services: readonly QueryService[];
    readonly log: BareConsumer;
    readonly pauseMs: number;
    readonly onAsk: () => void;
  },
): Promise<Watched> {
  const agent = new Agent({ keepAlive: true });
  let acknowledgedAt = 0;
  let seen: Promise<number> | undefined;
  try {
    const refusals = await watchRefusal({
      asks: services.map(({ baseUrl }) => () => {
        onAsk();
        return statusOf(`${baseUrl}${target}`, { token, agent });
      }),
      refusal,
      async change() {
        const positions = await system.publish(change);
        acknowledgedAt = performance.now();
        seen = log.seenAt(positions);
      },
      pauseMs,
      afterwardsMs: AFTERWARDS_MS,
      giveUpMs: GIVE_UP_MS,
    });
    return { refusals, seenInLog: ((await seen) ?? Number.NaN) - acknowledgedAt };
  } finally {
    agent.destroy();
  }
}

/** By the plain client: hundreds of requests a second from this process must not become what is measured. */
function statusOf(url: string, { token, agent }: { token: string; agent: Agent }): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.once('error', reject).resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', reject);
  });
}

/**
 * Readers on every service until they are stopped: at full speed, by one measurement after the other, or at a rate of
 * their own.
 */
function startReaders(
  { contactIds, reader, seconds }: RevocationBench,
  load: { readonly services: readonly QueryService[]; readonly requestsPerSecond: readonly number[] | null },
) {
  const enough = new AbortController();
  const running = load.services.map(async ({ baseUrl }, index) => {
    const { origin, pathname } = new URL(baseUrl);
    const paths = contactIds.map((id) => `${pathname}/contacts/${id}`);
    const task = { url: origin, paths, token: reader.token };
    const requestsPerSecond = load.requestsPerSecond?.[index];
    const measured: Measurement[] = [];
    if (requestsPerSecond !== undefined)
      measured.push(await pacedLoadOf({ ...task, requestsPerSecond }, enough.signal));
    else while (!enough.signal.aborted) measured.push(await loadOf({ ...task, seconds }));
    return {
      rate: middleOf(measured.map(({ value }) => value)),
      p99: middleOf(measured.map(({ details }) => details?.p99Ms ?? Number.NaN)),
    };
  });
  // A failure is thrown when they are stopped; they are not awaited before.
  for (const reading of running) reading.catch(() => undefined);
  return {
    async stop() {
      enough.abort();
      const all = await Promise.all(running);
      return { requestsPerSecond: all.map(({ rate }) => Math.round(rate)), p99Ms: all.map(({ p99 }) => p99) };
    },
  };
}

type Endings = { readonly all: readonly AccessEnding[]; readonly watched: Watched[] };

/** One of each kind in turns, so that all kinds meet the same load. */
function interleaved(endings: readonly Endings[]) {
  const [first] = endings;
  return (first?.all ?? []).flatMap((_, index) =>
    endings.flatMap(({ all, watched }) => {
      const ending = all[index];
      return ending === undefined ? [] : [{ ending, watched }];
    }),
  );
}

async function inParallel<Item>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  // All take from the same iterator.
  const workers = Array.from({ length: atOnce }, async () => {
    for (const item of rest) await work(item);
  });
  await Promise.all(workers);
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}
