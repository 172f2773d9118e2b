import { ApiError } from '../api-error.ts';

/**
 * Bounds the memory that answers take between being read and being taken by their clients. **Invariant**: the bytes that
 * are held never exceed `maxBytes`. Beside them there is only what is being read at the same moment: as many documents or
 * pages as there are connections to MongoDB.
 */
export type BytesInFlight = {
  /** @throws ApiError 500 with Retry-After where nothing would be left for the answer: before anything is read for it. */
  admit(owner: string): void;
  /**
   * Counts what was read. @returns gives it back; calling it twice is calling it once.
   * @throws ApiError 500 with Retry-After when it would be too much.
   */
  hold(owner: string, bytes: number): () => void;
  total(): number;
};

export type BytesInFlightOptions = {
  readonly maxBytes: number;
  readonly onRefused: () => void;
};

/** The longest answer (a report of 12 MiB with what stands around it) must fit into the share of one credential. */
export const MIN_SHARE_BYTES = 16 * 1024 * 1024;
/** One credential whose clients read slowly leaves three quarters to the others. */
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
