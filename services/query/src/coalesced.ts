import DataLoader from 'dataloader';

/** What is asked for in the same turn of the event loop, in one call: the next turn asks again. Nothing is kept. */
export type Coalesced<Key, Value> = (key: Key) => Promise<Value>;

export type CoalescedOptions<Key, Value> = {
  /** Of what every key asks for, in their order; an Error is thrown to that one alone. */
  readonly load: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>;
  /** More at once are several calls. */
  readonly maxKeys: number;
};

/**
 * While a call is under way the next one gathers who asks, as a database gathers commits; but a call that hangs must not
 * keep others waiting, so no longer than this.
 */
const GATHERED_MS = 5;

/**
 * **Invariant**: every call of `load` starts after the calls that it answers, so no answer is older than its question; and
 * a call that fails rejects the callers whom it would have answered, and no others.
 */
export function coalesced<Key, Value>({ load, maxKeys }: CoalescedOptions<Key, Value>): Coalesced<Key, Value> {
  let underWay = 0;
  let gathering: Gathering[] = [];

  function schedule(dispatch: () => void): void {
    if (underWay === 0) {
      // After all that has arrived at this process by now was taken, and before it waits for more.
      setImmediate(dispatch);
      return;
    }
    const own: Gathering = { dispatch, timer: setTimeout(() => take(own)?.(), GATHERED_MS) };
    gathering.push(own);
  }

  /** Each is dispatched once: what is counted would be counted twice. */
  function take(own: Gathering | undefined): (() => void) | undefined {
    if (own === undefined || !gathering.includes(own)) return undefined;
    clearTimeout(own.timer);
    gathering = gathering.filter((each) => each !== own);
    return own.dispatch;
  }

  async function loadAndGoOn(keys: readonly Key[]): Promise<readonly (Value | Error)[]> {
    underWay += 1;
    try {
      return await load(keys);
    } finally {
      underWay -= 1;
      // After those who were answered have gone on: what they ask for next comes along.
      const next = take(gathering[0]);
      if (next !== undefined) setImmediate(next);
    }
  }

  const loader = new DataLoader<Key, Value>(loadAndGoOn, {
    cache: false,
    maxBatchSize: maxKeys,
    batchScheduleFn: schedule,
  });
  return (key) => loader.load(key);
}

type Gathering = { readonly dispatch: () => void; readonly timer: NodeJS.Timeout };
