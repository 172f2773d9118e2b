import type { Publishable } from '@fundlens/contracts/publisher';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import type { CrmReader, EntityReading } from '../crm-reader.ts';
import type { EntityRef } from '../entity-ref.ts';
import type { Observation } from './crm-state.ts';
import type { DigestContent } from './digest.ts';
import { type EntityState, type EntityStates, isSettled } from './entity-state.ts';
import { eventsOf } from './events-of-content.ts';
import { isSameContent, type NextContent, nextContent } from './known-content.ts';
import type { ObservationOutcome } from './observation-outcome.ts';
import { type MapEntity, observedReading } from './observed-reading.ts';
import { type Decision, type Digested, decide } from './order.ts';
import { contactIdsOf, currentContact, ended, isLatest, touched } from './state-changes.ts';
import { nextVersion } from './versions.ts';

export type StatePublisherOptions = {
  readonly states: EntityStates;
  readonly reader: CrmReader;
  /** Resolves when all in-sync replicas have the events. */
  readonly publish: (events: readonly Publishable[]) => Promise<unknown>;
  readonly digest: DigestContent;
  readonly mapEntity: MapEntity;
  readonly clock: () => number;
  /** How far HighLevel's clock and ours may be apart. */
  readonly toleranceMs: number;
  readonly epoch: number;
  /** Before the attempt that follows a lost race; random, so that instances part. */
  readonly pause: (attempt: number) => Promise<void>;
};

/** Longer than a delivery is worked on: what is not settled by then was left behind, and is read back. */
export const ABANDONED_AFTER_MS = 60_000;
/** An entity that was found absent without a deletion is looked for once more: the API's replicas may lag. */
const ABSENCE_AGAIN_MS = 60_000;
/** A location without access may get it again; asking more often would only spend HighLevel's limits. */
const NO_ACCESS_AGAIN_MS = 3_600_000;
const INVALID_AGAIN_MS = 6 * 3_600_000;
/** Races between instances over one entity; each attempt sees what the others did. */
const MAX_ATTEMPTS = 8;

type Doubt = {
  /** Before the reservation of the reading. */
  readonly before: EntityState | null;
  /** What is in doubt; null: the reading is wanted for itself. */
  readonly digested: Digested | null;
};

/**
 * **Invariant**: of two contents of an entity, the one with the higher version was the CRM's state at the same time or later.
 * The order of steps holds it: reserve a version with the content by compare-and-swap, publish, then settle; and for a reading:
 * reserve a version, read, swap the content in only if no other version was reserved meanwhile, publish, settle.
 */
export class StatePublisher {
  readonly #options: StatePublisherOptions;

  constructor(options: StatePublisherOptions) {
    this.#options = options;
  }

  async observe(observation: Observation): Promise<ObservationOutcome> {
    const { states, digest } = this.#options;
    const digested = { observation, digest: digest(observation.content) };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (attempt > 0) await this.#options.pause(attempt);
      const state = await states.load(observation.ref);
      const decision = decide(state, digested);
      if (decision === 'read') return await this.read(observation.ref, digested);
      const outcome = await this.#carryOut(decision, state, digested);
      if (outcome !== null) return outcome;
    }
    throw contended();
  }

  /** @param digested what is in doubt; null: the reading is wanted for itself */
  async read(ref: EntityRef, digested: Digested | null): Promise<ObservationOutcome> {
    const { states, clock, toleranceMs, mapEntity } = this.#options;
    let ours: number | null = null;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (attempt > 0) await this.#options.pause(attempt);
      const before = await states.load(ref);
      // After our reservation only a reading can settle the entity: one that began after it.
      if (ours !== null && before !== null && before.version > ours && isSettled(before)) return 'read';
      const reserved = this.#reserved(ref, before, { unresolved: true });
      if (!(await states.swap(before, reserved))) continue;
      ours = reserved.version;
      const from = clock();
      const reading = await this.#reading(ref);
      const seen = { from: from - toleranceMs, to: clock() + toleranceMs };
      if (reading.outcome === 'no_access') return await this.#withoutAccess(reserved, { before, digested });
      const observation = observedReading(reading, { ref, seen, readAt: from, before, mapEntity });
      if (observation.content.is === 'unsaid') return await this.#withoutAccess(reserved, { before, digested });
      if (await this.#settleReading(reserved, { before, observation, digested })) return 'read';
    }
    throw contended();
  }

  /** What HighLevel refuses for good, or says in a way that we do not understand, is no answer; and no fault of a webhook. */
  async #reading(ref: EntityRef): Promise<EntityReading> {
    try {
      return await this.#options.reader.readEntity(ref);
    } catch (error) {
      if (error instanceof InvalidError) return { outcome: 'no_access' };
      throw error;
    }
  }

  /** Null: another instance changed the state meanwhile. */
  async #carryOut(
    decision: Exclude<Decision, 'read'>,
    state: EntityState | null,
    digested: Digested,
  ): Promise<ObservationOutcome | null> {
    if (decision === 'drop') return 'older';
    if (decision === 'publish') return (await this.#publish(state, digested)) ? 'published' : null;
    const { observation, digest } = digested;
    if (observation.authority === 'listing' && state?.content?.listing === digest) return 'unchanged';
    return state === null || (await this.#options.states.swap(state, touched(state, digested))) ? 'unchanged' : null;
  }

  /**
   * @param again when the entity is to be read nevertheless, epoch milliseconds
   * @returns false when another instance changed the state first
   */
  async #publish(state: EntityState | null, digested: Digested, again: number | null = null): Promise<boolean> {
    const { ref, occurredAt } = digested.observation;
    const next = nextContent(digested, state?.content ?? null);
    const { exact } = next.known.instants;
    const stored = { occurredAt, dueAt: again ?? (exact ? null : this.#options.clock()) };
    if (state !== null && !state.unresolved && state.content?.digest === digested.digest) {
      // The same content has a version, and perhaps another instance is publishing it: again, at the same one.
      await this.#store({ ...touched(state, digested), revision: state.revision }, next, stored);
      return true;
    }
    const reserved = {
      ...this.#reserved(ref, state, { unresolved: false }),
      content: next.known,
      contactIds: contactIdsOf(state, next),
    };
    if (!(await this.#options.states.swap(state, reserved))) return false;
    await this.#store(reserved, next, stored);
    return true;
  }

  async #settleReading(
    reserved: EntityState,
    { before, observation, digested: asked }: Doubt & { readonly observation: Observation },
  ): Promise<boolean> {
    const { states, digest, clock } = this.#options;
    const next = nextContent({ observation, digest: digest(observation.content) }, before?.content ?? null);
    const known = before?.content ?? null;
    if (known !== null && before?.version === before?.settled && isSameContent(known, next.known)) {
      // A listing that differs although nothing changed writes the same content in another way: so it may next time.
      const listing = asked?.observation.authority === 'listing' ? asked.digest : known.listing;
      const agreed = { settled: reserved.version, content: { ...next.known, listing } };
      return await states.swap(reserved, { ...ended(reserved, null), ...agreed });
    }
    const filled = {
      ...reserved,
      ...{ revision: reserved.revision + 1, unresolved: false, content: next.known },
      contactIds: contactIdsOf(before, next),
    };
    if (!(await states.swap(reserved, filled))) return false;
    const isSurprise = next.known.deleted && known?.deleted === false;
    const dueAt = isSurprise ? clock() + ABSENCE_AGAIN_MS : null;
    await this.#store(filled, next, { occurredAt: observation.occurredAt, dueAt });
    return true;
  }

  /** The API does not say: the later of the two by their instants is taken. */
  async #withoutAccess(reserved: EntityState, { before, digested }: Doubt): Promise<ObservationOutcome> {
    const { states, clock } = this.#options;
    // Access may be back by then: a token that was renewed, a scope that was given.
    const again = clock() + NO_ACCESS_AGAIN_MS;
    if (digested !== null && isLatest(before, digested)) {
      if (!(await this.#publish(reserved, digested, again))) throw contended();
      return 'unconfirmed';
    }
    // Nothing was stated at the reserved version: what was settled before is settled still.
    const wasSettled = before !== null && isSettled(before);
    const dueAt = wasSettled && digested === null ? null : again;
    await states.swap(reserved, {
      ...ended(reserved, dueAt),
      unresolved: before?.unresolved ?? false,
      settled: wasSettled ? reserved.version : reserved.settled,
    });
    if (before?.content) return 'unconfirmed';
    throw new RetryableError('crm_unreadable', 'HighLevel does not let the adapter read an entity that it must read.');
  }

  #reserved(ref: EntityRef, state: EntityState | null, { unresolved }: Pick<EntityState, 'unresolved'>): EntityState {
    const now = this.#options.clock();
    return {
      ...{ ref, unresolved, content: state?.content ?? null, contactIds: state?.contactIds ?? [] },
      revision: (state?.revision ?? 0) + 1,
      version: nextVersion(state?.version ?? 0, now),
      settled: state?.settled ?? 0,
      dueAt: now + ABANDONED_AFTER_MS,
    };
  }

  /** Publishes, and says so in the state. Where that loses a race, the other one has reserved a higher version. */
  async #store(
    reserved: EntityState,
    { content }: NextContent,
    { occurredAt, dueAt }: { readonly occurredAt: number; readonly dueAt: number | null },
  ): Promise<void> {
    const { states, publish, epoch, clock } = this.#options;
    const { ref, version, contactIds } = reserved;
    const events = eventsOf({ ref, content, epoch, version, occurredAt, contactIds });
    try {
      if (events.length > 0) await publish(events);
    } catch (error) {
      // It stays invalid until somebody changes it in the CRM: there is no use in reading it back every minute.
      if (!(error instanceof InvalidError)) throw error;
      await states.swap(reserved, { ...ended(reserved, clock() + INVALID_AGAIN_MS), unresolved: true });
      throw error;
    }
    await states.swap(reserved, {
      ...ended(reserved, dueAt),
      settled: version,
      contactIds: currentContact(content),
    });
  }
}

function contended(): RetryableError {
  return new RetryableError('entity_contended', 'Other instances change the same entity all the time.');
}
