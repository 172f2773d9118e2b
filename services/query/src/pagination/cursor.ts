import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeBase64url, derive } from '../signing.ts';

/**
 * Cursors: the list key after which the next page starts, with a MAC over it and its scope. A cursor of another walk is
 * refused here, without a database read. It does not name the version of the collection, so a rebuild does not break a walk.
 *
 *   base64url( format version (1 byte) ‖ HMAC-SHA-256 (32 bytes) ‖ list key (UTF-8) )
 */

/** A cursor is valid in its own scope only. */
export type CursorScope = {
  /** Route template, e.g. `/pipeline`. */
  readonly route: string;
  readonly reach: 'location' | 'agency';
  readonly companyId: string | null;
  /** Null for lists that span the locations of a company. */
  readonly locationId: string | null;
  /** Filters in a fixed order, normalised as in the query. The page size is not one of them. */
  readonly filters: readonly (readonly [name: string, value: string])[];
};

/** Cursors are authenticated with `current`; those of `previous` are still taken. */
export type CursorKeys = { readonly current: Buffer; readonly previous: Buffer | null };

/** Raised when the layout or the meaning of the payload changes. */
const FORMAT_VERSION = 1;
const MAC_BYTES = 32;
const HEADER_BYTES = 1 + MAC_BYTES;
const KEY_BYTES = 32;
/** A list key is at most 15 digits, a colon and an id of 128 characters; the rest is room for growth. */
export const MAX_CURSOR_CHARACTERS = 512;
const PURPOSE = 'fundlens/cursor/v1';

export function cursorKeys(secret: string, previousSecret: string | null = null): CursorKeys {
  return { current: cursorKey(secret), previous: previousSecret === null ? null : cursorKey(previousSecret) };
}

function cursorKey(secret: string): Buffer {
  return derive(secret, PURPOSE, KEY_BYTES);
}

export function encodeCursor({ current }: CursorKeys, scope: CursorScope, listKey: string): string {
  const payload = Buffer.from(listKey, 'utf8');
  return Buffer.concat([Buffer.of(FORMAT_VERSION), mac(current, scope, payload), payload]).toString('base64url');
}

/** The list key that the cursor holds, or null when `encodeCursor` did not make it for this scope with one of these keys. */
export function decodeCursor({ current, previous }: CursorKeys, scope: CursorScope, cursor: string): string | null {
  if (cursor.length > MAX_CURSOR_CHARACTERS) return null;
  const bytes = decodeBase64url(cursor);
  if (bytes === null || bytes.length <= HEADER_BYTES || bytes[0] !== FORMAT_VERSION) return null;
  const payload = bytes.subarray(HEADER_BYTES);
  const given = bytes.subarray(1, HEADER_BYTES);
  const isOf = (key: Buffer) => timingSafeEqual(given, mac(key, scope, payload));
  return isOf(current) || (previous !== null && isOf(previous)) ? payload.toString('utf8') : null;
}

function mac(key: Buffer, scope: CursorScope, payload: Uint8Array): Buffer {
  // JSON of a fixed array delimits the parts, so no two scopes share an input.
  const bound = JSON.stringify([
    FORMAT_VERSION,
    scope.route,
    scope.reach,
    scope.companyId,
    scope.locationId,
    scope.filters,
    payload.length,
  ]);
  return createHmac('sha256', key).update(bound).update(payload).digest();
}
