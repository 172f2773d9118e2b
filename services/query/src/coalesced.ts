import DataLoader from 'dataloader';

/** Loads the keys of one turn of the event loop in one call. Nothing is cached. */
export type Coalesced<Key, Value> = (key: Key) => Promise<Value>;

export type CoalescedOptions<Key, Value> = {
  /** The values in the order of the keys; an Error rejects its own key only. */
  readonly load: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>;
  /** More keys are split into several calls. */
  readonly maxKeys: number;
};

/** While a call is in progress, keys gather for the next one (as in group commit), but no longer than this: a call may hang. */
const GATHERED_MS = 5;

/**
 * **Invariant**: `load` starts after its keys were requested, so no value is older than its request; a call that fails
 * rejects its own keys and no others.
 */
export function coalesced<Key, Value>({ load, maxKeys }: CoalescedOptions<Key, Value>): Coalesced<Key, Value> {
  let underWay = 0;
  let gathering: Gathering[] = [];

  function schedule(dispatch: () => void): void {
    if (underWay === 0) {
      // After the I/O callbacks of this turn, which may request more keys.
      setImmediate(dispatch);
      return;
    }
    const own: Gathering = { dispatch, timer: setTimeout(() => take(own)?.(), GATHERED_MS) };
    gathering.push(own);
  }

  /** Dispatches each batch once: a second dispatch would count requests twice. */
  function take(own: Gathering | undefined): (() => void) | undefined {
    if (own === undefined || !gathering.includes(own)) return undefined;
    clearTimeout(own.timer);
    gathering = gathering.filter((each) => each !== own);
    return own.dispatch;
  }

  async function loadAndDispatchNext(keys: readonly Key[]): Promise<readonly (Value | Error)[]> {
    underWay += 1;
    try {
      return await load(keys);
    } finally {
      underWay -= 1;
      // After the callers have continued: the keys that they request next join the batch.
      const next = take(gathering[0]);
      if (next !== undefined) setImmediate(next);
    }
  }

  const loader = new DataLoader<Key, Value>(loadAndDispatchNext, {
    cache: false,
    maxBatchSize: maxKeys,
    batchScheduleFn: schedule,
  });
  return (key) => loader.load(key);
}

type Gathering = { readonly dispatch: () => void; readonly timer: NodeJS.Timeout };

/** The same for look-ups by text: `load` gets each key once, and what it does not find is null. */
export function coalescedLookUp<Value, Key extends string = string>({
  load,
  maxKeys,
}: {
  readonly load: (keys: Key[]) => Promise<ReadonlyMap<string, Value>>;
  readonly maxKeys: number;
}): Coalesced<Key, Value | null> {
  return coalesced({
    maxKeys,
    async load(keys: readonly Key[]) {
      const found = await load([...new Set(keys)]);
      return keys.map((key) => found.get(key) ?? null);
    },
  });
}
