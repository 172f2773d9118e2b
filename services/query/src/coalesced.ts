/** Loads the keys of one turn of the event loop in one call. Nothing is cached. */
export type Coalesced<Key, Value> = (key: Key) => Promise<Value>;

export type CallLimits = {
  /** More keys are split into several calls. */
  readonly maxKeys: number;
  /** At once: what they bring is in memory together. Further keys wait. */
  readonly maxCalls?: number;
};

/** While a call is in progress, keys gather for the next one (as in group commit), but no longer than this: a call may hang. */
const GATHERED_MS = 5;

/**
 * **Invariant**: `load` starts after its keys were requested, so no value is older than its request; a call that fails
 * rejects its own keys and no others; each key is in one call.
 */
export function coalesced<Key, Value>({
  load,
  maxKeys,
  maxCalls = Number.POSITIVE_INFINITY,
}: CallLimits & {
  /** The values in the order of the keys. */
  readonly load: (keys: readonly Key[]) => Promise<readonly Value[]>;
}): Coalesced<Key, Value> {
  let gathered: (PromiseWithResolvers<Value> & { readonly key: Key })[] = [];
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;

  async function loadGathered(): Promise<void> {
    clearTimeout(timer);
    if (underWay >= maxCalls) return;
    const batch = gathered.slice(0, maxKeys);
    gathered = gathered.slice(maxKeys);
    if (batch.length === 0) return;
    if (gathered.length > 0) setImmediate(loadGathered);
    underWay += 1;
    try {
      const values = await load(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    underWay -= 1;
    // After the callers have continued: the keys that they request next join the batch.
    if (gathered.length > 0) setImmediate(loadGathered);
  }

  return (key) => {
    const asked = { key, ...Promise.withResolvers<Value>() };
    gathered.push(asked);
    // After the I/O callbacks of this turn, which may request more keys.
    if (gathered.length === 1 && underWay === 0) setImmediate(loadGathered);
    else if (gathered.length === 1) timer = setTimeout(loadGathered, GATHERED_MS);
    return asked.promise;
  };
}

/** The same for look-ups by text: `load` gets each key once, and what it does not find is null. */
export function coalescedLookUp<Value, Key extends string = string>({
  load,
  ...limits
}: CallLimits & {
  readonly load: (keys: Key[]) => Promise<ReadonlyMap<string, Value>>;
}): Coalesced<Key, Value | null> {
  return coalesced({
    ...limits,
    async load(keys: readonly Key[]) {
      const found = await load([...new Set(keys)]);
      return keys.map((key) => found.get(key) ?? null);
    },
  });
}
