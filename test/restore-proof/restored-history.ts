import type { AnyEvent } from '@fundlens/contracts/event-types';
import type { Publishable } from '@fundlens/contracts/publisher';
import { contactChanged } from '@fundlens/testing/event-builders';
import { company, installedLocation } from '../harness/tenants.ts';
import { appendRaw } from '../harness/raw-events.ts';
import type { TestSystem } from '../harness/test-system.ts';
import { batchOf, READABLE } from '../chaos/chaos-load.ts';

/** What `fundlens erase` is given. */
export type Erased = { readonly location: string; readonly contact?: string };

/** Erased before the backup: the backup has these. */
export const ERASED_BEFORE: readonly Erased[] = [{ location: READABLE[0], contact: 'contact-0-1' }];
/** Erased after it: the backup has these people still. */
export const ERASED_SINCE: readonly Erased[] = [
  { location: READABLE[1], contact: 'contact-0-2' },
  { location: READABLE[2], contact: 'contact-0-3' },
  { location: 'loc-wild-0-2' },
];

const COMPANY = 'company-chaos';
const INVALID_AT_ONCE = 3;
const DAY_MS = 86_400_000;

/** The publishers of the proof: the history of the chaos load, with numbers planted, and events that are invalid. */
export class RestoredHistory {
  readonly #system: TestSystem;
  readonly #seed: number;
  readonly #now: number;
  #batch = 0;
  #invalid = 0;
  events = 0;

  constructor(system: TestSystem, { seed, now }: { readonly seed: number; readonly now: number }) {
    this.#system = system;
    this.#seed = seed;
    this.#now = now;
  }

  get deadLetters(): number {
    return this.#invalid;
  }

  async begin(): Promise<void> {
    await this.#publish([company(COMPANY), ...READABLE.flatMap((id) => installedLocation(id, COMPANY))]);
  }

  /** The next batches, and some events that become dead letters. */
  async goOn(batches: number): Promise<void> {
    for (let count = 0; count < batches; count += 1) {
      await this.#publish(batchOf({ seed: this.#seed, batch: this.#batch, now: this.#now }));
      this.#batch += 1;
    }
    await appendRaw(
      this.#system,
      Array.from({ length: INVALID_AT_ONCE }, () => this.#nextInvalid()),
    );
  }

  async #publish(events: readonly AnyEvent[]): Promise<void> {
    await this.#system.publish(events as readonly Publishable[]);
    this.events += events.length;
  }

  /** Of contacts that nobody erases: what an erasure leaves of a dead letter depends on which of them was first. */
  #nextInvalid() {
    this.#invalid += 1;
    const contactId = `contact-invalid-${this.#invalid}`;
    const { type, event } = contactChanged({ meta: { locationId: READABLE[0] }, contactId });
    return { type, event: { ...event, createdAt: event.meta.occurredAt + 2 * DAY_MS } };
  }
}
