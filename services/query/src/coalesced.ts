import DataLoader from 'dataloader';

/** What is asked for in the same turn of the event loop, in one call: the next turn asks again. Nothing is kept. */
export type Coalesced<Key, Value> = (key: Key) => Promise<Value>;

export type CoalescedOptions<Key, Value> = {
  /** Of what every key asks for, in their order; an Error is thrown to that one alone. */
  readonly load: (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>;
  /** More in one turn are several calls. */
  readonly maxKeys: number;
};

/**
 * **Invariant**: every call of `load` starts after the calls that it answers, so no answer is older than its question; and
 * a call that fails is thrown to those who wait for it, and to nobody else.
 */
export function coalesced<Key, Value>({ load, maxKeys }: CoalescedOptions<Key, Value>): Coalesced<Key, Value> {
  const loader = new DataLoader<Key, Value>(load, {
    cache: false,
    maxBatchSize: maxKeys,
    // After all that has arrived at this process by now was taken, and before it waits for more.
    batchScheduleFn: (dispatch) => void setImmediate(dispatch),
  });
  return (key) => loader.load(key);
}
