import { InvalidError } from '@fundlens/runtime/errors';
import type { DocumentContent } from './document.ts';
import { isList, type Slot, type SlotValue } from './slot.ts';

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

/** UTF-8 spells a UTF-16 unit with at most three bytes. Counting units is much cheaper than counting bytes. */
const MAX_BYTES_PER_UNIT = 3;
const NUMBER_BYTES = 8;
/** Length prefix and terminator. */
const CONTAINER_BYTES = 5;
/** BSON: a type byte and the terminator of the name. Items of arrays are named by their decimal index. */
const ELEMENT_BYTES = 2;
/** Names and fixed fields of one stored slot: epoch, version, occurredAt, eventId. */
const SLOT_FRAME_BYTES = 192;

/** What `value` takes in BSON, without its name, if a text takes `length` bytes. */
function valueBytes(value: SlotValue, length: (text: string) => number): number {
  if (value === null) return 0;
  if (typeof value === 'string') return CONTAINER_BYTES + length(value);
  if (typeof value !== 'object') return NUMBER_BYTES;
  let bytes = CONTAINER_BYTES;
  if (isList(value)) {
    let index = 0;
    for (const item of value) bytes += ELEMENT_BYTES + String(index++).length + valueBytes(item, length);
    return bytes;
  }
  for (const name in value) bytes += ELEMENT_BYTES + length(name) + valueBytes(value[name] as SlotValue, length);
  return bytes;
}

const utf8 = (text: string) => Buffer.byteLength(text);
const ascii = (text: string) => text.length;

/** Upper bound of what `value` takes in BSON, without its name. */
export function maxValueBytes(value: SlotValue): number {
  return MAX_BYTES_PER_UNIT * valueBytes(value, ascii);
}

/** About what a slot takes in BSON, with its name: exact where its texts are ASCII, never less than a third. */
export function slotBytes(name: string, { value }: Slot): number {
  return SLOT_FRAME_BYTES + ELEMENT_BYTES + name.length + valueBytes(value, ascii);
}

/** Upper bound of what slots, index fields and views of a document take in BSON. */
export function maxDocumentBytes({ slots, fields, views }: DocumentContent): number {
  let bytes = CONTAINER_BYTES + valueBytes(fields, utf8);
  for (const [name, { value }] of slots)
    bytes += SLOT_FRAME_BYTES + ELEMENT_BYTES + name.length + valueBytes(value, utf8);
  for (const [name, view] of views) bytes += CONTAINER_BYTES + ELEMENT_BYTES + name.length + view.byteLength;
  return bytes;
}

/**
 * A document whose slots take no more than this by `slotBytes` is not measured: the slots are three times as much at most,
 * JSON spells a byte with at most six, and no value is in more than two views.
 */
export const SMALL_SLOTS_BYTES = Math.floor(MAX_DOCUMENT_BYTES / (MAX_BYTES_PER_UNIT * 16));
