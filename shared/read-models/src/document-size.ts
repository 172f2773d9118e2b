import type { IndexValue } from './document.ts';
import type { Slots, SlotValue } from './slot.ts';
import { InvalidError } from '@fundlens/runtime/errors';

/** A page holds up to 500 entries and is sent at once; design §4 bounds what one of them may weigh. */
export const MAX_LIST_BODY_BYTES = 64 * 1024;

/** Redacted report text (design §4): leaves room in MongoDB's 16 MiB for everything beside it. */
export const MAX_REPORT_TEXT_BYTES = 12 * 1024 * 1024;

/** MongoDB refuses documents above 16 MiB; the rest is for `_id`, tenant fields and bookkeeping that the writer adds. */
export const MAX_DOCUMENT_BYTES = 15 * 1024 * 1024;

/** @throws InvalidError `document_too_large` */
export function assertFits(bytes: number, limit: number, what: string): void {
  if (bytes > limit) throw new InvalidError('document_too_large', `${what} must be at most ${limit} bytes`);
}

/** BSON: a type byte, the name and its terminator. Array items are named by their decimal index. */
const elementBytes = (name: string) => 2 + Buffer.byteLength(name);
const NUMBER_BYTES = 8;
/** Length prefix and terminator. */
const CONTAINER_BYTES = 5;
/** Names and fixed fields of one stored slot: slot, epoch, version, occurredAt, eventId, hash. */
const SLOT_FRAME_BYTES = 256;

/** Upper bound of what `value` takes in BSON, without its name. */
export function valueBytes(value: SlotValue): number {
  if (value === null) return 0;
  if (typeof value === 'string') return CONTAINER_BYTES + Buffer.byteLength(value);
  if (typeof value !== 'object') return NUMBER_BYTES;
  let bytes = CONTAINER_BYTES;
  for (const [name, item] of Object.entries(value)) bytes += elementBytes(name) + valueBytes(item);
  return bytes;
}

/** Upper bound of what slots, index fields and body of a document take in BSON. */
export function documentBytes(content: {
  readonly slots: Slots;
  readonly fields: Readonly<Record<string, IndexValue>>;
  readonly body: Uint8Array | null;
}): number {
  let bytes = CONTAINER_BYTES + valueBytes(content.fields) + (content.body?.byteLength ?? 0);
  for (const [name, slot] of content.slots) bytes += SLOT_FRAME_BYTES + elementBytes(name) + valueBytes(slot.value);
  return bytes;
}
