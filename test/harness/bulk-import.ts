import { setTimeout as delay } from 'node:timers/promises';
import { createCodec } from '@fundlens/contracts/codec';
import { createPublisher, type Publishable } from '@fundlens/contracts/publisher';
import type { TestSystem } from './test-system.ts';
import { eventually } from './waiting.ts';

export type BulkImport = {
  /** @returns how many events it has published. @throws when publishing has failed meanwhile. */
  stop(): Promise<number>;
  /** The fewest events that waited for the projector at any look since it began. */
  leastWaiting(): number;
};

export type BulkImportOptions = {
  readonly system: TestSystem;
  /** The events of one person, company or application; counts from 0. */
  readonly eventsOf: (number: number) => readonly Publishable[];
  readonly pace: Pace;
};

export type Pace =
  /** So many wait when the import counts as begun, and about so many at any time: the projector never runs dry. */
  | { readonly waiting: number }
  /** So many come, however fast the projector takes them. */
  | { readonly eventsPerSecond: number };

const EVENTS_AT_ONCE = 400;
const LOOK_MS = 100;

/** Publishes as fast as the projector takes, or at a pace, by a publisher of its own, until it is stopped. */
export async function startBulkImport({ system, eventsOf, pace }: BulkImportOptions): Promise<BulkImport> {
  const { kafka, registry, topics } = system;
  const publisher = createPublisher({ kafka, codec: createCodec({ registry, topics, clock: Date.now }) });
  await publisher.start();
  let stopped = false;
  let published = 0;
  let number = 0;
  let least = Number.POSITIVE_INFINITY;
  let begun = false;
  const since = performance.now();

  function nextEvents(count: number): Publishable[] {
    const events: Publishable[] = [];
    for (; events.length < count; number += 1) events.push(...eventsOf(number));
    return events;
  }

  /** How many events are to be published now, more or less. */
  function missingOf(now: number): number {
    if ('waiting' in pace) return pace.waiting - now + EVENTS_AT_ONCE;
    return ((performance.now() - since) * pace.eventsPerSecond) / 1_000 - published;
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const now = await system.applied.waiting();
      if (begun) least = Math.min(least, now);
      begun ||= !('waiting' in pace) || now >= pace.waiting;
      for (let missing = missingOf(now); missing > 0 && !stopped; missing -= EVENTS_AT_ONCE) {
        published += (await publisher.publish(nextEvents(Math.min(missing, EVENTS_AT_ONCE)))).length;
      }
      await delay(LOOK_MS);
    }
  }

  const running = run();
  await Promise.race([running, eventually(async () => begun, { what: 'the beginning of the import' })]);
  return {
    async stop() {
      stopped = true;
      await running;
      await publisher.stop();
      return published;
    },
    leastWaiting: () => least,
  };
}
