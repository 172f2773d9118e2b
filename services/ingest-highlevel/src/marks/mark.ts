import type { Cursor } from '../crm-reader.ts';
import type { EntityRef, ListedKind } from '../entity-ref.ts';

/** What a webhook of the app says: HighLevel closes its API to an app that is removed, so the adapter cannot ask. */
export type Said = {
  readonly state: 'installed' | 'uninstalled' | 'transferred_out';
  /** When, by HighLevel's clock, epoch milliseconds: of two, the later one counts. */
  readonly at: number;
  /** Of an installation, or of the one that ends: ownership is decided by it. */
  readonly installedAt: number;
  /** The company's name, where the webhook has it. */
  readonly name: string | null;
};

/**
 * What is known of an entity's last content. **Invariant**: no value of the entity but an instant and words of closed
 * vocabularies; everything else stands in keyed digests.
 */
export type KnownContent = {
  readonly state: 'live' | 'deleted' | Said['state'];
  /** Of everything that the event states. */
  readonly digest: string;
  /** Of what a listing shows as well. */
  readonly shown: string;
  /** Of an installation: ownership is decided by it, so a repeated INSTALL and an uninstallation keep it. */
  readonly installedAt: number | null;
};

/** How far the sweep of a location is. Instants are epoch milliseconds. */
export type SweepState = {
  /** Of the mark for which it began: a later mark begins another. */
  readonly token: string;
  /** Stays the same from step to step. */
  readonly startedAt: number;
  readonly place: SweepPlace;
  /** When the last sweep that found its end had begun: everything that was lost before is marked. */
  readonly completeAsOf: number | null;
  /** What ended the last one early; null: nothing did. */
  readonly failure: { readonly code: string; readonly at: number } | null;
};

/** What lives in the log and is not listed is looked for when everything is listed; `null` cursor: from the beginning. */
export type SweepPlace = {
  readonly part: 'listing' | 'unlisted';
  readonly kind: ListedKind;
  readonly cursor: Cursor | null;
};

/** What is absent is looked for once more: the API's replicas may lag behind a creation. */
export const ABSENCE_AGAIN_MS = 60_000;

/**
 * One entity: whether it must be read, and what was last published of it. Or, in a collection of its own, one location:
 * whether it must be swept, and how far that is. Instants are epoch milliseconds.
 */
export type EntityMark = {
  readonly ref: EntityRef;
  /** Names the latest mark; null: there is nothing to read. */
  readonly token: string | null;
  /** Of the latest mark. */
  readonly markedAt: number;
  /** After a failure. What was absent waits until it counts as marked, and is then looked for once more. */
  readonly waitsUntil: number;
  /** A webhook set it; otherwise a sweep. */
  readonly urgent: boolean;
  readonly said: Said | null;
  /** The highest version that was taken for a reading. One that is never published does no harm. */
  readonly version: number;
  /** The version up to which `known` is what the log says. Another one than `version`: a reading has not ended. */
  readonly settled: number;
  readonly known: KnownContent | null;
  /** Contacts under which the log may state the opportunity; the key of a deal holds its contact. */
  readonly contactIds: readonly string[];
  /** Digest of the listing that was last looked into; null since what is shown has changed. */
  readonly listed: string | null;
  /** Of a location that is or was swept. */
  readonly sweep: SweepState | null;
};

/** Of an entity that was never marked. */
export const NOTHING_KNOWN: Omit<EntityMark, 'ref'> = {
  token: null,
  markedAt: 0,
  waitsUntil: 0,
  urgent: false,
  said: null,
  version: 0,
  settled: 0,
  known: null,
  contactIds: [],
  listed: null,
  sweep: null,
};

export type NewMark = {
  readonly at: number;
  readonly urgent: boolean;
  readonly said?: Said;
  readonly listed?: string;
};

/** How a reading ended. */
export type Settlement = {
  /** What has changed. */
  readonly noted: Partial<Pick<EntityMark, 'known' | 'contactIds' | 'settled' | 'listed' | 'sweep'>>;
  /** When to read once more; null: there is nothing to read now. */
  readonly again: number | null;
};

export type DueOptions = {
  readonly first: 'oldest' | 'latest';
  /** Locations that have enough in work. */
  readonly without: readonly (string | null)[];
  readonly limit: number;
};

/** The marks of all instances. @throws RetryableError when they cannot be reached. */
export type Marks = {
  /** The later of two marks wins; of two that say something, the one that says the later. */
  mark(ref: EntityRef, mark: NewMark): Promise<void>;
  due(now: number, options: DueOptions): Promise<readonly EntityMark[]>;
  /** Takes the next version for a reading. Null: another reading has begun, or the mark is another one now. */
  claim(mark: EntityMark, claim: { readonly version: number; readonly until: number }): Promise<EntityMark | null>;
  /** Before the opportunity is stated under the contact. False: a later reading has begun. */
  addContact(claimed: EntityMark, contactId: string): Promise<boolean>;
  /** Clears the mark if it is still the one that was read. A later reading leaves this one nothing to say. */
  settle(claimed: EntityMark, settlement: Settlement): Promise<void>;
  postpone(claimed: EntityMark, until: number): Promise<void>;
  /** When the oldest mark was set; null: nothing is marked. */
  oldest(): Promise<number | null>;
  /** How much of a location must be read, without what was absent and is looked for once more later. */
  toRead(locationId: string, now: number): Promise<number>;
  /** The installations of a location, of whatever company. */
  installations(locationId: string): Promise<readonly EntityMark[]>;
  /** What is known of all locations and installations. */
  locations(): Promise<readonly EntityMark[]>;
  load(refs: readonly EntityRef[]): Promise<readonly EntityMark[]>;
  /** A listing has shown these. @param run one sweep */
  noteListed(refs: readonly EntityRef[], run: number): Promise<void>;
  /** What lives as far as the log says, and the run has not shown. */
  unlisted(of: Pick<EntityRef, 'kind' | 'locationId'>, run: number, limit: number): Promise<readonly EntityRef[]>;
};

/** Room for changes of one entity within a millisecond, and for the year 2255: 2^53 / 1000 ms. */
const VERSIONS_PER_MS = 1_000;

/**
 * The next version of an entity: above the last one, and not below the clock. The clock makes versions survive the loss of the
 * state: an adapter that begins anew is above all that it ever published.
 */
export function nextVersion(last: number, now: number): number {
  return Math.max(last + 1, now * VERSIONS_PER_MS);
}
