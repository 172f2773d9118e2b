/**
 * A cache for state that may be revoked. **Invariant**: a returned value comes from a load that *started* at most
 * `maxAgeMs` ago. The age counts from the start, because the stored state may change at any moment after it.
 */
export type FreshCache<Value> = (key: string) => Promise<Value>;

type Options<Value> = {
  readonly maxAgeMs: number;
  /** Also bounds the memory for unknown keys, which any client may send. */
  readonly maxEntries: number;
  readonly monotonic: () => number;
  /** At most once at a time per key; when it fails, its waiters do, and nothing is cached. */
  readonly load: (key: string) => Promise<Value>;
};

export function createFreshCache<Value>({ maxAgeMs, maxEntries, monotonic, load }: Options<Value>): FreshCache<Value> {
  // In the order in which loads started: the first entry is the oldest.
  const entries = new Map<string, { readonly startedAt: number; readonly value: Promise<Value> }>();

  function start(key: string, startedAt: number): Promise<Value> {
    const value = load(key);
    const entry = { startedAt, value };
    entries.delete(key);
    entries.set(key, entry);
    // Waiters get the failure through `value`.
    value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    const [oldest = key] = entries.keys();
    if (entries.size > maxEntries) entries.delete(oldest);
    return value;
  }

  return (key) => {
    const now = monotonic();
    const entry = entries.get(key);
    return entry !== undefined && now - entry.startedAt <= maxAgeMs ? entry.value : start(key, now);
  };
}
