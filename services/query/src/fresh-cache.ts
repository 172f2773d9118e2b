/**
 * A cache for state that may be revoked. **Invariant**: a value handed out was read by a load that *started* at most
 * `maxAgeMs` ago. The age counts from the start, because what the store said may have become wrong at any moment after.
 */
export type FreshCache<Value> = {
  /** Loads at most once at a time per key; a failed load is thrown to those who wait for it, and not kept. */
  get(key: string): Promise<Value>;
};

export type FreshCacheOptions<Value> = {
  readonly maxAgeMs: number;
  /** Also bounds what unknown keys, which anybody may send, can take. */
  readonly maxEntries: number;
  readonly monotonic: () => number;
  readonly load: (key: string) => Promise<Value>;
};

type Entry<Value> = { readonly startedAt: number; readonly value: Promise<Value> };

export function createFreshCache<Value>(options: FreshCacheOptions<Value>): FreshCache<Value> {
  const { maxAgeMs, maxEntries, monotonic, load } = options;
  // In order of their loads' start, so the first entry is always the oldest.
  const entries = new Map<string, Entry<Value>>();

  function start(key: string, startedAt: number): Promise<Value> {
    const value = load(key);
    const entry = { startedAt, value };
    entries.delete(key);
    entries.set(key, entry);
    // Every waiter gets the failure through `value`; here it only leaves the cache.
    value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    if (entries.size > maxEntries) {
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    }
    return value;
  }

  return {
    get(key) {
      const now = monotonic();
      const entry = entries.get(key);
      return entry !== undefined && now - entry.startedAt <= maxAgeMs ? entry.value : start(key, now);
    },
  };
}
