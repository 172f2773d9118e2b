import { Agent, get } from 'node:http';
import type { Position } from '@fundlens/contracts/publisher';
import { type AccessEnding, accessEndings } from '../../harness/access-endings.ts';
import { startBulkImport } from '../../harness/bulk-import.ts';
import { type ServiceRefusal, watchRefusal } from '../../harness/refusal-watch.ts';
import type { IssuedCredential } from '../../harness/tenants.ts';
import type { QueryService, TestSystem } from '../../harness/test-system.ts';
import { loadOf } from './load-run.ts';
import { applicationOf } from './workload.ts';

export type RevocationBench = {
  readonly system: TestSystem;
  /** May read the contacts; what readers of the load use. */
  readonly reader: IssuedCredential;
  readonly contactIds: readonly string[];
  /** Of each kind of ending. */
  readonly changes: number;
  /** Length of one measurement of the load. */
  readonly seconds: number;
  readonly report: (line: string) => void;
};

export type Spread = { readonly p50: number; readonly p99: number; readonly max: number };

/** Milliseconds from the acknowledgement of the publication. */
export type EndingFigures = {
  readonly name: string;
  readonly changes: number;
  /** Until the first service has refused. */
  readonly firstRefusal: Spread;
  /** Until the last service has refused: from then on access has ended. */
  readonly refusedEverywhere: Spread;
  /** Until the last request was sent that any service served; 0 when that was before the acknowledgement. */
  readonly lastServed: Spread;
  /** Floor: until a bare consumer in the process that measures has the event, which does nothing with it. */
  readonly seenInLog: Spread;
  /** Requests that a service served after it had refused. Anything but 0 is a defect. */
  readonly servedAgain: number;
  /** Requests that were sent to a service after it had refused. */
  readonly askedAgain: number;
  /** Answers that are neither data nor the refusal. */
  readonly otherAnswers: number;
};

export type RevocationFigures = {
  readonly endings: readonly EndingFigures[];
  readonly load: {
    readonly eventsPerSecond: number;
    /** The fewest events that waited for the projector at any time. */
    readonly leastEventsWaiting: number;
    /** Of each service: requests per second of the readers, beside those of what is watched. */
    readonly requestsPerSecond: readonly number[];
    readonly p99Ms: readonly number[];
  };
};

/** Some seconds of work for the projector, at any time. */
const EVENTS_WAITING = 10_000;
const WATCHED_AT_ONCE = 10;
const PAUSE_MS = 10;
/** Longer than any cache may hold what it knows. */
const AFTERWARDS_MS = 1_200;
const GIVE_UP_MS = 20_000;
const SERVICES = 2;

/**
 * How long access goes on after the log has acknowledged that it ends, while the projector works off a bulk import and
 * two query services answer as many requests as they can.
 */
export async function benchRevocation(bench: RevocationBench): Promise<RevocationFigures> {
  const { system, report } = bench;
  const endings = Object.entries(accessEndings).map(([name, make]) => ({
    name,
    all: Array.from({ length: bench.changes }, (_, index) => make(`${name.replaceAll(' ', '-')}-${index}`)),
    watched: [] as Watched[],
  }));
  const projector = await system.startProjector({ LOG_LEVEL: 'info' });
  await system.publish(endings.flatMap(({ all }) => all.flatMap(({ before }) => before)));
  await system.applied.all({ deadlineMs: 300_000 });
  const services = await Promise.all(Array.from({ length: SERVICES }, () => system.startQuery({ LOG_LEVEL: 'info' })));
  report('revocation: filling the log until the projector is behind');
  const bulk = await startBulkImport({ system, eventsOf: applicationOf, waiting: EVENTS_WAITING });
  const load = startReaders(bench, services);
  const log = await startBareConsumer(system);
  report('revocation: measuring');
  const began = performance.now();
  const appliedBefore = await system.applied.count();
  await inParallel(interleaved(endings), async ({ ending, watched }) => {
    watched.push(await watch(ending, { system, services, log }));
  });
  const applied = (await system.applied.count()) - appliedBefore;
  const seconds = (performance.now() - began) / 1_000;
  const leastEventsWaiting = bulk.leastWaiting();
  const readers = await load.stop();
  await bulk.stop();
  await log.stop();
  await Promise.all(services.map((service) => service.stop()));
  await projector.stop();
  return {
    endings: endings.map(({ name, watched }) => figuresOf(name, watched)),
    load: { eventsPerSecond: Math.round(applied / seconds), leastEventsWaiting, ...readers },
  };
}

/** What came of one change: how each service took it, and when the bare consumer had it. */
type Watched = { readonly refusals: readonly ServiceRefusal[]; readonly seenInLog: number };

/** Ends access while both services are asked for it all the time. */
async function watch(
  { token, target, change, refusal }: AccessEnding,
  {
    system,
    services,
    log,
  }: { readonly system: TestSystem; readonly services: readonly QueryService[]; readonly log: BareConsumer },
): Promise<Watched> {
  const agent = new Agent({ keepAlive: true });
  let acknowledgedAt = 0;
  let seen: Promise<number> | undefined;
  try {
    const refusals = await watchRefusal({
      asks: services.map(
        ({ baseUrl }) =>
          () =>
            statusOf(`${baseUrl}${target}`, { token, agent }),
      ),
      refusal,
      async change() {
        const positions = await system.publish(change);
        acknowledgedAt = performance.now();
        seen = log.seenAt(positions);
      },
      pauseMs: PAUSE_MS,
      afterwardsMs: AFTERWARDS_MS,
      giveUpMs: GIVE_UP_MS,
    });
    return { refusals, seenInLog: ((await seen) ?? Number.NaN) - acknowledgedAt };
  } finally {
    agent.destroy();
  }
}

type BareConsumer = {
  /** When it had the last of these events, by `performance.now`. */
  seenAt(positions: readonly Position[]): Promise<number>;
  stop(): Promise<void>;
};

/** Reads the topic of access with the library and the settings of the projector, and does nothing else. */
async function startBareConsumer({ kafka, topics, database }: TestSystem): Promise<BareConsumer> {
  const seen = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  const consumer = kafka.consumer({ groupId: `${database}-bare`, maxWaitTimeInMs: 250 });
  await consumer.connect();
  await consumer.subscribe({ topics: [topics.access], fromBeginning: true });
  await consumer.run({
    async eachMessage({ partition, message }) {
      const place = `${partition}:${message.offset}`;
      const at = performance.now();
      seen.set(place, at);
      waiting.get(place)?.(at);
    },
  });
  return {
    async seenAt(positions) {
      const times = positions.map(({ partition, offset }) => {
        const place = `${partition}:${offset}`;
        return seen.get(place) ?? new Promise<number>((resolve) => waiting.set(place, resolve));
      });
      return Math.max(...(await Promise.all(times)));
    },
    stop: () => consumer.disconnect(),
  };
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

/** Readers at full speed on every service, by one measurement after the other, until they are stopped. */
function startReaders({ contactIds, reader, seconds }: RevocationBench, services: readonly QueryService[]) {
  let stopped = false;
  const running = services.map(async ({ baseUrl }) => {
    const { origin, pathname } = new URL(baseUrl);
    const paths = contactIds.map((id) => `${pathname}/contacts/${id}`);
    const rates: number[] = [];
    const p99s: number[] = [];
    while (!stopped) {
      const { value, details } = await loadOf({ url: origin, paths, seconds, token: reader.token });
      rates.push(value);
      p99s.push(details?.p99Ms ?? Number.NaN);
    }
    return { rate: middleOf(rates), p99: middleOf(p99s) };
  });
  // A failure is thrown when they are stopped; until then nobody waits for them.
  for (const reading of running) reading.catch(() => undefined);
  return {
    async stop() {
      stopped = true;
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

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  // All take from the same iterator.
  const workers = Array.from({ length: WATCHED_AT_ONCE }, async () => {
    for (const item of rest) await work(item);
  });
  await Promise.all(workers);
}

function figuresOf(name: string, watched: readonly Watched[]): EndingFigures {
  const refusals = watched.map((one) => one.refusals);
  const never = Number.POSITIVE_INFINITY;
  const times = refusals.map((services) => services.map(({ refusedAt }) => Math.max(0, refusedAt ?? never)));
  const all = refusals.flat();
  return {
    name,
    changes: refusals.length,
    firstRefusal: spreadOf(times.map((ofOne) => Math.min(...ofOne))),
    refusedEverywhere: spreadOf(times.map((ofOne) => Math.max(...ofOne))),
    lastServed: spreadOf(
      refusals.map((services) => Math.max(0, ...services.map(({ lastServedAt }) => lastServedAt ?? 0))),
    ),
    seenInLog: spreadOf(watched.map(({ seenInLog }) => Math.max(0, seenInLog))),
    servedAgain: all.reduce((sum, { servedAgain }) => sum + servedAgain, 0),
    askedAgain: all.reduce((sum, { askedAgain }) => sum + askedAgain, 0),
    otherAnswers: all.reduce((sum, { otherStatuses }) => sum + otherStatuses.length, 0),
  };
}

/** The lowest value that so large a share of all values does not exceed. */
function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** For people: one line per kind of ending. */
export function revocationTable({ endings, load }: RevocationFigures): string {
  const spread = ({ p50, p99, max }: Spread) => `${p50}/${p99}/${max}`;
  const lines = endings.map(
    (ending) =>
      `${ending.name}: ${ending.changes} changes, refused everywhere after ${spread(ending.refusedEverywhere)} ms ` +
      `(first refusal ${spread(ending.firstRefusal)}, last request served ${spread(ending.lastServed)}, ` +
      `a bare consumer has the event after ${spread(ending.seenInLog)}); ` +
      `${ending.servedAgain} of ${ending.askedAgain} later requests served, ${ending.otherAnswers} other answers`,
  );
  const readers = load.requestsPerSecond.map((rate, index) => `${rate} requests/s (p99 ${load.p99Ms[index]} ms)`);
  return [
    'access that ends, p50/p99/max from the acknowledgement of the event:',
    ...lines,
    `meanwhile: ${load.eventsPerSecond} events/s applied, never fewer than ${load.leastEventsWaiting} waiting; ${readers.join(', ')}`,
  ].join('\n');
}
