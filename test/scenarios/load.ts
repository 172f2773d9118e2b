import type { AnyEvent } from '@fundlens/contracts/event-types';
import type { Publishable, Publisher } from '@fundlens/contracts/publishing/publisher';
import type { Position } from '@fundlens/contracts/publishing/positions';
import { redacted } from '@fundlens/projector/testing/projector-fixture';
import { eventsAround } from '@fundlens/dashboards/testing/window-histories';
import { sleep } from '@fundlens/runtime/backoff';
import { failureKind } from '@fundlens/runtime/errors';
import { eventStream } from '@fundlens/testing/history-arbitraries';
import fc from 'fast-check';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { publishedAt } from '../invariants/stored-state.ts';
import type { PublishedRecord } from '../invariants/published-record.ts';
import { withPlantedNumbers } from '../simulation/workload.ts';
import type { KnownStates } from './known-states.ts';

/** A record that Kafka has acknowledged, with the event as it was published. */
export type Acknowledged = { readonly record: PublishedRecord; readonly event: AnyEvent };

export type Load = {
  /** In the order of publication; grows while it runs. */
  readonly acknowledged: readonly Acknowledged[];
  /** Publishes what has to exist before the readers start. */
  prepare(): Promise<void>;
  /** Publishes so many batches, as fast as the log takes them. */
  publish(batches: number): Promise<void>;
  /** Publishes until aborted, then until the batch at hand is acknowledged. Called again, it goes on with the next batch. */
  run(signal: AbortSignal): Promise<void>;
};

const COMPANY = 'company-scenario';
export const READABLE = ['loc-scenario-1', 'loc-scenario-2', 'loc-scenario-3'] as const;
/** Has only events around today; its dashboard is recounted by code that shares nothing with the projector. */
export const RECOUNTED = 'loc-scenario-counted';
/** Reads all locations that stay readable. */
export const reader = issueCredential({ credentialId: 'scenario-reader', companyId: COMPANY, locationId: null });

const BATCH = 20;
/** Batches in a world of its own before the next begins: enough to collide in it, few enough that it changes. */
const BATCHES_IN_A_WORLD = 25;
const RETRY_MS = 200;
/** Events around today in each batch. */
const COUNTED = 2;
const DAY_MS = 86_400_000;
/** Events around today tell of up to 40 days ahead, and no instant may lie more than a day after its telling. */
const TOLD_AHEAD_MS = 42 * DAY_MS;
/** Highest versions in a world: most events raise something, some come late or tie. */
const MOST_VERSION = 40;

function firstEvents(): AnyEvent[] {
  return [company(COMPANY), ...[...READABLE, RECOUNTED].flatMap((id) => installedLocation(id, COMPANY)), reader.event];
}

export type LoadOptions = {
  readonly publish: Publisher['publish'];
  readonly seed: number;
  readonly eventsPerSecond: number;
  /** Epoch milliseconds around which dashboards have their facts. */
  readonly now: number;
  readonly known: KnownStates;
  /** The run does not wait for the batch at hand any more. */
  readonly interrupted: AbortSignal;
};

export function createLoad(options: LoadOptions): Load {
  const { publish: send, seed, eventsPerSecond, now, known, interrupted } = options;
  const acknowledged: Acknowledged[] = [];
  let batch = 0;
  let before: readonly AnyEvent[] = [];

  async function publishAll(events: readonly AnyEvent[]): Promise<void> {
    const projected = events.map(redacted);
    // Before they are sent: a reader may see an event before its acknowledgement arrives.
    for (const event of projected) known.sent(event);
    const positions = await untilAcknowledged(events as readonly Publishable[]);
    for (const [index, record] of publishedAt(projected, positions).entries()) {
      const [event, position, sent] = [events[index], positions[index], projected[index]];
      if (event === undefined || position === undefined || sent === undefined)
        throw new TypeError('positions are missing');
      acknowledged.push({ record, event });
      known.acknowledged(sent, position);
    }
  }

  async function untilAcknowledged(events: readonly Publishable[]): Promise<Position[]> {
    for (;;) {
      try {
        return await send(events);
      } catch (error) {
        if (failureKind(error) !== 'retryable') throw error;
        interrupted.throwIfAborted();
        await sleep(RETRY_MS);
      }
    }
  }

  /** Some of the batch before are published again. */
  async function nextBatch(): Promise<void> {
    const again = before.filter((_, index) => index % 9 === 0);
    before = batchOf({ seed, batch, now });
    batch += 1;
    await publishAll([...before, ...again]);
  }

  return {
    acknowledged,
    prepare: () => publishAll(firstEvents()),
    async publish(batches) {
      for (let done = 0; done < batches; done += 1) await nextBatch();
    },
    async run(signal) {
      const began = performance.now();
      for (let done = 1; !signal.aborted; done += 1) {
        await nextBatch();
        const due = began + (done * BATCH * 1_000) / eventsPerSecond;
        const early = due - performance.now();
        if (early > 0) await sleep(early, signal);
      }
    },
  };
}

type Batch = { readonly seed: number; readonly batch: number; readonly now: number };

/** Always the same for the same seed. */
function batchOf({ seed, batch, now }: Batch): AnyEvent[] {
  const turn = Math.floor(batch / BATCHES_IN_A_WORLD);
  const batchSeed = (seed * 1_000_003 + batch) % 2 ** 31;
  const world = {
    locations: [...READABLE, `loc-wild-${turn}-1`, `loc-wild-${turn}-2`],
    companies: [`company-wild-${turn}-1`, `company-wild-${turn}-2`],
    contacts: [`contact-${turn}-1`, `contact-${turn}-2`, `contact-${turn}-3`],
    maxVersion: MOST_VERSION,
  };
  const told = eventStream({ world, count: BATCH, seed: batchSeed }).filter(leavesReadable);
  const [around] = fc.sample(eventsAround(now), { numRuns: 1, seed: batchSeed });
  const counted = (around ?? [])
    .filter(keepsLocation)
    .slice(0, COUNTED)
    .map((event, index) => toldOf(event, { version: batch * COUNTED + index + 2, now }));
  return [...told, ...counted].map(withPlantedNumbers);
}

/** Access to the readable locations stays, so that a refusal is a fault. */
function leavesReadable({ type, event }: AnyEvent): boolean {
  const isReadable = READABLE.some((id) => id === event.meta.locationId);
  return !isReadable || !['InstallationChanged', 'LocationChanged', 'CredentialChanged'].includes(type);
}

/** A location whose profile is deleted is refused. */
function keepsLocation({ type, event }: AnyEvent): boolean {
  return !(type === 'LocationChanged' && event.meta.deleted);
}

function toldOf<E extends AnyEvent>(typed: E, { version, now }: { readonly version: number; readonly now: number }): E {
  const meta = { ...typed.event.meta, locationId: RECOUNTED, version, occurredAt: now + TOLD_AHEAD_MS };
  return { ...typed, event: { ...typed.event, meta } };
}
