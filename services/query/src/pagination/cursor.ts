import { type Bound, type SealKeys, seal, sealKeys, unseal } from '../sealed-text.ts';

/**
 * A cursor is valid in its own scope only: that of another walk is refused without a database read. It does not name the
 * version of the collection, so a rebuild does not break a walk.
 */
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

export type CursorKeys = SealKeys;

/** A list key is at most 15 digits, a colon and an id of 128 characters; the rest is room for growth. */
export const MAX_CURSOR_CHARACTERS = 512;
const PURPOSE = 'fundlens/cursor/v1';

export function cursorKeys(secret: string, previousSecret: string | null = null): CursorKeys {
  return sealKeys(PURPOSE, secret, previousSecret);
}

/** @param listKey after which the next page starts. */
export function encodeCursor(keys: CursorKeys, scope: CursorScope, listKey: string): string {
  return seal(keys, boundTo(scope), listKey);
}

/** The list key that the cursor holds, or null when `encodeCursor` did not make it for this scope with one of these keys. */
export function decodeCursor(keys: CursorKeys, scope: CursorScope, cursor: string): string | null {
  return cursor.length > MAX_CURSOR_CHARACTERS ? null : unseal(keys, boundTo(scope), cursor);
}

function boundTo({ route, reach, companyId, locationId, filters }: CursorScope): Bound {
  return () => [route, reach, companyId, locationId, filters];
}
