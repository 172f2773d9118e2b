import type { Redacted } from '@fundlens/redaction/event-shape';

/** Enough for an operator to recognise the event; the log still has all of it. */
const MAX_PAYLOAD_CHARACTERS = 64 * 1024;

declare const payloadBrand: unique symbol;

/** Made by `payloadText` only: a dead letter takes no other text as its payload. */
export type PayloadText = string & { readonly [payloadBrand]: true };

/** JSON text of a redacted event for its dead letter, bytes shown by their number only; null when it is too long. */
export function payloadText(event: Redacted<object>): PayloadText | null {
  const text = JSON.stringify(withoutBytes(event));
  return text.length <= MAX_PAYLOAD_CHARACTERS ? (text as PayloadText) : null;
}

/** Bytes are fields of the event itself, never deeper; Buffers would turn themselves into arrays of numbers. */
function withoutBytes(event: object): object {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? `(${value.byteLength} bytes)` : value,
    ]),
  );
}
