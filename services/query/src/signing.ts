import { hkdfSync } from 'node:crypto';

/** A secret shorter than the MAC's strength would be its weakest part. */
export const MIN_SECRET_BYTES = 32;

/** Derives key material for one purpose, so that one secret serves several purposes with distinct keys. */
export function derive(secret: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
}

/** Null for any but the canonical spelling: Node's decoder ignores foreign characters and spare bits. */
export function decodeBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}
