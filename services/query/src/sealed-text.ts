import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/**
 * Text that clients carry and only this service makes: what it holds, with a MAC over that and over what it is bound to. It
 * is verified without a store.
 *
 *   base64url( format version (1 byte) ‖ HMAC-SHA-256 (32 bytes) ‖ what it holds (UTF-8) )
 */

/** New text is sealed with `current`; that of `previous` is still taken. */
export type SealKeys = { readonly current: SealKey; readonly previous: SealKey | null };
/** `secret` as an object that OpenSSL has prepared: a MAC with its bytes takes five times as long. */
export type SealKey = { readonly id: string; readonly secret: KeyObject };

/** What a text is good for, in a fixed order; of the id of the key that seals it. */
export type Bound = (keyId: string) => readonly unknown[];

/** A secret shorter than the MAC's strength would be its weakest part. */
export const MIN_SECRET_BYTES = 32;

/** Raised when the layout changes. */
const FORMAT_VERSION = 1;
const MAC_BYTES = 32;
const HEADER_BYTES = 1 + MAC_BYTES;
const KEY_BYTES = 32;
const ID_BYTES = 4;

/** @param purpose one secret serves several purposes with distinct keys. */
export function sealKeys(purpose: string, secret: string, previousSecret: string | null): SealKeys {
  const derived = (from: string, info: string, bytes: number) => Buffer.from(hkdfSync('sha256', from, '', info, bytes));
  const key = (from: string): SealKey => ({
    id: derived(from, `${purpose}/id`, ID_BYTES).toString('hex'),
    secret: createSecretKey(derived(from, purpose, KEY_BYTES)),
  });
  return { current: key(secret), previous: previousSecret === null ? null : key(previousSecret) };
}

export function seal({ current }: SealKeys, bound: Bound, held: string): string {
  const payload = Buffer.from(held);
  return Buffer.concat([Buffer.of(FORMAT_VERSION), mac(current, bound, payload), payload]).toString('base64url');
}

/** What the text holds, or null when `seal` did not make it with one of these keys, for this. */
export function unseal({ current, previous }: SealKeys, bound: Bound, text: string): string | null {
  const bytes = Buffer.from(text, 'base64url');
  // Any but the canonical spelling: Node's decoder ignores foreign characters and spare bits.
  if (bytes.toString('base64url') !== text) return null;
  if (bytes.length <= HEADER_BYTES || bytes[0] !== FORMAT_VERSION) return null;
  const payload = bytes.subarray(HEADER_BYTES);
  const given = bytes.subarray(1, HEADER_BYTES);
  const isOf = (key: SealKey) => timingSafeEqual(given, mac(key, bound, payload));
  return isOf(current) || (previous !== null && isOf(previous)) ? payload.toString() : null;
}

function mac({ id, secret }: SealKey, bound: Bound, payload: Buffer): Buffer {
  // JSON of a fixed array delimits the parts, so no two share an input.
  const input = JSON.stringify([FORMAT_VERSION, ...bound(id), payload.length]);
  return createHmac('sha256', secret).update(input).update(payload).digest();
}
