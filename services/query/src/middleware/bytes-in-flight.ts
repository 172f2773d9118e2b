import { ApiError } from '../api-error.ts';

/**
 * Bounds the memory of responses that their clients have not read yet. **Invariant**: the bytes held never exceed
 * `maxBytes`. Beside them, at most one document or page per connection to MongoDB is being read.
 */
export type BytesInFlight = {
  /** Called before the read. @throws ApiError 500 with Retry-After when there is no room left. */
  admit(owner: string): void;
  /**
   * Counts the bytes read. @returns releases them, once.
   * @throws ApiError 500 with Retry-After when they exceed the room left.
   */
  hold(owner: string, bytes: number): () => void;
  total(): number;
};

export type BytesInFlightOptions = {
  readonly maxBytes: number;
  readonly onRefused: () => void;
};

/** The longest response (a report of 12 MiB and its envelope) must fit into the share of one credential. */
export const MIN_SHARE_BYTES = 16 * 1024 * 1024;
/** Slow clients of one credential leave three quarters to the others. */
const SHARE = 1 / 4;
const RETRY_SECONDS = 1;

export function createBytesInFlight({ maxBytes, onRefused }: BytesInFlightOptions): BytesInFlight {
  const share = Math.max(MIN_SHARE_BYTES, Math.floor(maxBytes * SHARE));
  const held = new Map<string, number>();
  let total = 0;

  function requireRoom(owner: string, bytes: number): void {
    if (total + bytes <= maxBytes && (held.get(owner) ?? 0) + bytes <= share) return;
    onRefused();
    throw new ApiError({
      status: 500,
      code: 'internal_error',
      message: 'Too much of earlier answers has not been taken by its clients yet. Try again later.',
      headers: { 'Retry-After': String(RETRY_SECONDS) },
    });
  }

  function change(owner: string, bytes: number): void {
    total += bytes;
    const own = (held.get(owner) ?? 0) + bytes;
    if (own === 0) held.delete(owner);
    else held.set(owner, own);
  }

  return {
    total: () => total,
    admit: (owner) => requireRoom(owner, 1),
    hold(owner, bytes) {
      requireRoom(owner, bytes);
      change(owner, bytes);
      let open = true;
      return () => {
        if (open) change(owner, -bytes);
        open = false;
      };
    },
  };
}
