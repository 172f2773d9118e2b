import { hash } from 'node:crypto';
import type { EventMeta } from '@fundlens/contracts/event-types';

/** What a slot may hold: plain data that BSON and JSON both carry without loss. Instants are epoch milliseconds. */
export type SlotValue = string | number | boolean | null | readonly SlotValue[] | { readonly [key: string]: SlotValue };

/** The position of one state of an upstream entity in that entity's history (design §2). */
export type SlotVersion = Readonly<Pick<EventMeta, 'epoch' | 'version' | 'occurredAt' | 'eventId'>>;

/** When a slot took its state: what `/changes` is in the order of. It never decides which state wins. */
export type ChangeTime = {
  /** Epoch milliseconds: when the log took the event or, where `late`, a time after the write. */
  readonly at: number;
  /** Not written in the order of the log: by a replay, an erasure or a repair. */
  readonly late?: true;
};

/**
 * The latest state known of one upstream entity. A deletion is a slot whose value is null: it keeps its version. Slots of
 * read models without `changes` have no time.
 */
export type Slot = SlotVersion & Partial<ChangeTime> & { readonly value: SlotValue };

/** Slots of one document by name, e.g. `report:abc`; a Map, because ids may spell `constructor`. Once rendered, it never changes. */
export type Slots = ReadonlyMap<string, Slot>;

export const NO_SLOTS: Slots = new Map();

/** Builds a slot; the value must already be redacted. */
export function makeSlot(
  { epoch, version, occurredAt, eventId }: SlotVersion,
  value: SlotValue,
  time: ChangeTime | null = null,
): Slot {
  if (time === null) return { epoch, version, occurredAt, eventId, value };
  if (time.late !== true) return { epoch, version, occurredAt, eventId, value, at: time.at };
  return { epoch, version, occurredAt, eventId, value, at: time.at, late: true };
}

/**
 * Total order of slot states: `(epoch, version, occurredAt, eventId, SHA-256 of the value's canonical JSON)`. Positive
 * when `a` outranks `b`, zero only when both are the same state. Because it is a total order, keeping the greater one is
 * commutative, associative and idempotent, and every invariant of design §2 rests on that. The hashes are made only where
 * everything before them ties, which is where one event came twice, or an upstream repeated its version and event id.
 */
export function compareSlots(a: Slot, b: Slot): number {
  return (
    a.epoch - b.epoch ||
    a.version - b.version ||
    a.occurredAt - b.occurredAt ||
    compareText(a.eventId, b.eventId) ||
    compareValues(a.value, b.value)
  );
}

/** Whether the two states differ at most in their values. */
export function hasSameVersion(a: SlotVersion, b: SlotVersion): boolean {
  return a.epoch === b.epoch && a.version === b.version && a.occurredAt === b.occurredAt && a.eventId === b.eventId;
}

/**
 * Which time of one state stays, as a total order: the latest late one; without one the earliest, because a second record of
 * the same event changes nothing.
 */
export function compareChangeTimes(a: Slot, b: Slot): number {
  if (a.at === undefined || b.at === undefined) return Number(a.at !== undefined) - Number(b.at !== undefined);
  if (a.late !== b.late) return a.late === true ? 1 : -1;
  return a.late === true ? a.at - b.at : b.at - a.at;
}

/** Puts `slot` under `name` when it outranks the present one. @returns whether it did. */
export function mergeSlot(slots: Map<string, Slot>, name: string, slot: Slot): boolean {
  const present = slots.get(name);
  if (present !== undefined && (compareSlots(slot, present) || compareChangeTimes(slot, present)) <= 0) return false;
  slots.set(name, slot);
  return true;
}

/** The kind of upstream entity that a slot holds: its name up to the colon, e.g. `report` of `report:abc`. */
export function kindOf(slotName: string): string {
  const colon = slotName.indexOf(':');
  return colon < 0 ? slotName : slotName.slice(0, colon);
}

declare const held: unique symbol;
/** A kind of slots, as text; its type says what the projection puts into one. */
export type SlotKind<Value> = string & { readonly [held]?: Value };

/** What the slot called `name` holds; null when it is absent or deleted. */
export function slotValue<Value extends SlotValue>(slots: Slots, name: SlotKind<Value>): Value | null {
  return (slots.get(name)?.value ?? null) as Value | null;
}

/** One child of a document's entity: its id and what its slot holds. */
export type Child<Value> = { readonly id: string; readonly value: Value };

/** The live slots named `<kind>:<id>`, with their ids. */
export function childSlots<Value extends SlotValue>(slots: Slots, kind: SlotKind<Value>): Child<Value>[] {
  const start = `${kind}:`;
  const children: Child<Value>[] = [];
  for (const [name, slot] of slots) {
    if (slot.value !== null && name.startsWith(start)) {
      children.push({ id: name.slice(start.length), value: slot.value as Value });
    }
  }
  return children;
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

function compareValues(a: SlotValue, b: SlotValue): number {
  const [left, right] = [canonicalJson(a), canonicalJson(b)];
  return left === right ? 0 : compareText(hash('sha256', left), hash('sha256', right));
}

export function isList(value: SlotValue): value is readonly SlotValue[] {
  return Array.isArray(value);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
