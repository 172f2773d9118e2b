import type { Slot, SlotVersion } from './slot.ts';

/**
 * Erased subjects. One document per contact or location, stored before the first slot is erased. It stays, so that later
 * events of the subject, also in a rebuild, are erased before they are written.
 */
export const ERASURES = 'erasures';

/** `location:<locationId>` or `contact:<locationId>:<contactId>`; ids hold no colon. */
export type ErasureMark = `location:${string}` | `contact:${string}:${string}`;

export type Erasure = {
  readonly _id: ErasureMark;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The account or ticket that an operator gave; no e-mail address, nothing personal. */
  readonly by: string;
  /** When MongoDB took it, and again when it was done: a process that has read all marks asks for those since. */
  readonly setAt: Date;
  /** Epoch milliseconds, by generation: nothing of the subject was left there. */
  readonly doneAt?: Readonly<Record<string, number>>;
};

/** The subject of an event; `contactId` null: the location itself, or an entity that belongs to no contact. */
export type Subject = { readonly locationId: string; readonly contactId: string | null };

/** The marks that erase events of `subject`. */
export function marksOf({ locationId, contactId }: Subject): ErasureMark[] {
  const location: ErasureMark = `location:${locationId}`;
  return contactId === null ? [location] : [location, `contact:${locationId}:${contactId}`];
}

/** The mark that an erasure of exactly `subject` sets. */
export function markOf({ locationId, contactId }: Subject): ErasureMark {
  return contactId === null ? `location:${locationId}` : `contact:${locationId}:${contactId}`;
}

/** Outranks every state that an event can have, whose epoch is a 32-bit number. The same for all, so erasing converges. */
export const ERASED: SlotVersion = {
  epoch: Number.MAX_SAFE_INTEGER,
  version: Number.MAX_SAFE_INTEGER,
  occurredAt: 0,
  eventId: 'erased',
};

/** Outranks the event of the same version alone: of what another entity may hold by its next one. */
export const ERASED_STATE = '~erased';

export function isErased({ eventId, value }: Slot): boolean {
  return value === null && (eventId === ERASED.eventId || eventId === ERASED_STATE);
}
