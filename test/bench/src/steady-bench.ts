import { setTimeout as delay } from 'node:timers/promises';
import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { collectionName } from '@fundlens/read-models/definition';
import type { TestSystem } from '../../harness/test-system.ts';
import type { Bench } from './options.ts';
import { useFromNow } from './process-use.ts';
import { readMetric } from './projector-drain.ts';
import { type Figure, inTurns, type Readings } from './results.ts';
import { type LiveChange, liveChange } from './workload.ts';

/** Code is compiled, pools are open, and every contact is there. */
const WARM_UP_SECONDS = 10;
const LIVE_RATE = 100;
const IDLE_RATE = 2;
const CONTACTS = LIVE_RATE * WARM_UP_SECONDS;
/** For what the last change still sets going. */
const SETTLE_MS = 2_000;
const LOOK_MS = 2;
/** All that are looked for at a time are one query. */
const SAMPLES_PER_SECOND = 20;
const NOT_VISIBLE_MS = 20_000;

/**
 * A projector with nothing before it, at a steady rate. Processor time first, then latency: looking for events takes
 * processor time itself.
 */
export async function benchLive({ system, servers, seconds, report }: Bench): Promise<Figure[]> {
  const { pid, adminPort, stop } = await system.startProjector({ LOG_LEVEL: 'info' });
  const changes = steadyChanges(system);
  report(`live: warming up at ${LIVE_RATE} changes/s`);
  changes.begin(LIVE_RATE);
  await delay(WARM_UP_SECONDS * 1_000);
  const measure = async (): Promise<Readings> => {
    const documents = () => readMetric(adminPort, 'fundlens_projector_documents_written_total');
    const [written, published] = [await documents(), changes.acknowledgedMs.length];
    const used = useFromNow({ own: pid, ...servers });
    await delay(seconds * 1_000);
    const use = used();
    const events = changes.acknowledgedMs.length - published;
    const perEvent = ((await documents()) - written) / events;
    report('live: measuring latency');
    changes.acknowledgedMs.length = 0;
    const visible = latency('visible', await visibleMs(system, changes, seconds));
    return {
      ...use.readings('µs/change', 1_000 / events),
      'documents/change': perEvent,
      ...visible,
      ...latency('acknowledged by the log', changes.acknowledgedMs),
    };
  };
  report('live: measuring processor time');
  const figures = await inTurns(`${LIVE_RATE} changes/s`, 1, { ours: measure });
  await changes.end();
  await stop();
  return figures;
}

/** What a projector and the servers use while next to nothing happens: at two changes a second, at none, and without it. */
export async function benchIdle({ system, servers, seconds, report }: Bench): Promise<Figure[]> {
  const measure = (what: string, pid: number | undefined) => {
    report(`idle: ${what}`);
    const ours = async () => {
      await delay(SETTLE_MS);
      const used = useFromNow({ projector: pid, ...servers });
      await delay(seconds * 1_000);
      const { elapsedMs, readings } = used();
      return readings('% of a processor', 100 / elapsedMs);
    };
    return inTurns(what, 1, { ours });
  };
  const { pid, stop } = await system.startProjector({ LOG_LEVEL: 'info' });
  const changes = steadyChanges(system);
  changes.begin(LIVE_RATE);
  await delay(WARM_UP_SECONDS * 1_000);
  await changes.end();
  changes.begin(IDLE_RATE);
  const some = await measure(`${IDLE_RATE} changes/s`, pid);
  await changes.end();
  const none = await measure('no changes', pid);
  await stop();
  return [...some, ...none, ...(await measure('no projector', undefined))];
}

/** Milliseconds from when an event was due until MongoDB showed it, for some of those that are due meanwhile. */
async function visibleMs({ db }: TestSystem, changes: SteadyChanges, seconds: number): Promise<number[]> {
  const collection = db.collection<{ _id: string; slots?: { contact?: { version: number } } }>(
    collectionName('contacts', 1),
  );
  const watched = new Map<string, { readonly version: number; readonly dueAt: number }>();
  const latencies: number[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  let due = 0;
  changes.onDue = ({ locationId, contactId, version }, dueAt) => {
    due += 1;
    if (due % (LIVE_RATE / SAMPLES_PER_SECOND) === 0) watched.set(`${locationId}:${contactId}`, { version, dueAt });
  };
  while (performance.now() < endsAt || watched.size > 0) {
    if (performance.now() >= endsAt) changes.onDue = () => undefined;
    const asked = { _id: { $in: [...watched.keys()] } };
    const found = await collection.find(asked, { projection: { 'slots.contact.version': 1 } }).toArray();
    const versions = new Map(found.map(({ _id, slots }) => [_id, slots?.contact?.version ?? 0]));
    const now = performance.now();
    for (const [key, { version, dueAt }] of watched) {
      if (now - dueAt > NOT_VISIBLE_MS) throw new Error(`an event was not visible after ${NOT_VISIBLE_MS} ms`);
      if ((versions.get(key) ?? 0) < version) continue;
      latencies.push(now - dueAt);
      watched.delete(key);
    }
    await delay(LOOK_MS);
  }
  return latencies;
}

function latency(what: string, values: readonly number[]): Readings {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { [`${what} p50 ms`]: at(0.5), [`${what} p99 ms`]: at(0.99), [`${what} max ms`]: at(1) };
}

/** What is due in between is published together. */
const TICK_MS = 5;

/** Changes of contacts in turns, published when they are due, however long others take. */
type SteadyChanges = {
  begin(eventsPerSecond: number): void;
  /** @throws when one could not be published */
  end(): Promise<void>;
  /** Of each acknowledged change: milliseconds from when it was due. */
  readonly acknowledgedMs: number[];
  onDue: (change: LiveChange, dueAt: number) => void;
};

function steadyChanges({ publish }: Pick<TestSystem, 'publish'>): SteadyChanges {
  const underWay = new Set<Promise<void>>();
  let made = 0;
  let failure: Error | undefined;
  let ticking: NodeJS.Timeout | undefined;

  async function send(times: readonly number[]): Promise<void> {
    const events = times.map((dueAt) => {
      const change = liveChange(made, CONTACTS);
      made += 1;
      changes.onDue(change, dueAt);
      return change.event as Publishable;
    });
    await publish(events);
    const now = performance.now();
    changes.acknowledgedMs.push(...times.map((dueAt) => now - dueAt));
  }

  const changes: SteadyChanges = {
    acknowledgedMs: [],
    onDue: () => undefined,
    begin(eventsPerSecond) {
      const began = performance.now();
      let sent = 0;
      ticking = setInterval(() => {
        const due = Math.ceil(((performance.now() - began) * eventsPerSecond) / 1_000);
        if (due === sent) return;
        const times = Array.from({ length: due - sent }, (_, n) => began + ((sent + n) * 1_000) / eventsPerSecond);
        sent = due;
        const sending = send(times).catch((error: unknown) => {
          failure ??= error instanceof Error ? error : new Error(String(error));
        });
        underWay.add(sending);
        void sending.then(() => underWay.delete(sending));
      }, TICK_MS);
    },
    async end() {
      clearInterval(ticking);
      await Promise.all(underWay);
      if (failure !== undefined) throw failure;
    },
  };
  return changes;
}
