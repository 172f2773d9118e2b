import { hash } from 'node:crypto';

/** What a slot may hold: plain data that BSON and JSON both carry without loss. Instants are epoch milliseconds. */
export type SlotValue = string | number | boolean | null | readonly SlotValue[] | { readonly [key: string]: SlotValue };

/** The place of one state of an upstream entity in that entity's history (design §2). */
export type SlotVersion = {
  readonly epoch: number;
  readonly version: number;
  /** Epoch milliseconds. */
  readonly occurredAt: number;
  readonly eventId: string;
};

/** The latest state known of one upstream entity. A deletion is a slot whose value is null: it keeps its version. */
export type Slot = SlotVersion & {
  /** Hex SHA-256 of the canonical JSON of the redacted value: the last tie-break, and the proof that two slots agree. */
  readonly hash: string;
  readonly value: SlotValue;
};

/** Slots of one document by slot name, e.g. `contact`, `report:abc`. A Map, because ids may spell `constructor`. */
export type Slots = ReadonlyMap<string, Slot>;

/** Builds a slot; the value must already be redacted. */
export function makeSlot(version: SlotVersion, value: SlotValue): Slot {
  const { epoch, version: number, occurredAt, eventId } = version;
  return { epoch, version: number, occurredAt, eventId, hash: hash('sha256', canonicalJson(value)), value };
}

/**
 * Total order of slot states: `(epoch, version, occurredAt, eventId, hash)`. Positive when `a` outranks `b`, zero only
 * when both are the same state. Because it is a total order, keeping the greater one is commutative, associative and
 * idempotent, and every invariant of design §2 rests on that.
 */
export function compareSlots(a: Slot, b: Slot): number {
  return (
    a.epoch - b.epoch ||
    a.version - b.version ||
    a.occurredAt - b.occurredAt ||
    compareText(a.eventId, b.eventId) ||
    compareText(a.hash, b.hash)
  );
}

/** Puts `slot` under `name` when it outranks what is there; tells whether anything changed. */
export function mergeSlot(slots: Map<string, Slot>, name: string, slot: Slot): boolean {
  const present = slots.get(name);
  if (present !== undefined && compareSlots(slot, present) <= 0) return false;
  slots.set(name, slot);
  return true;
}

/** JSON with object keys in code-unit order at every level, so that equal values have equal text. */
export function canonicalJson(value: SlotValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  let text = '';
  if (isList(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonicalJson(item)}`;
    return `[${text}]`;
  }
  // Without a comparison of its own, `sort` goes by code units.
  for (const key of Object.keys(value).sort()) {
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value[key] as SlotValue)}`;
  }
  return `{${text}}`;
}

function isList(value: object): value is readonly SlotValue[] {
  return Array.isArray(value);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
