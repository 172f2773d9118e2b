/**
 * Identical reads of one turn of the event loop share one, which starts after all of them were requested. Unlike a batch
 * (`coalesced.ts`), different reads do not wait for each other.
 */
export type SharedReads<Value> = (request: {
  /** Equal for identical reads only. */
  readonly key: string;
  /** Aborted when this caller stops waiting; the read is aborted when all callers have. */
  readonly signal: AbortSignal;
  readonly read: (signal: AbortSignal) => Promise<Value>;
}) => Promise<Value>;

type SharedRead<Value> = { readonly signals: AbortSignal[]; readonly value: Promise<Value> };

export function createSharedReads<Value>(): SharedReads<Value> {
  const thisTurn = new Map<string, SharedRead<Value>>();
  return ({ key, signal, read }) => {
    const known = thisTurn.get(key);
    if (known !== undefined) {
      known.signals.push(signal);
      return known.value;
    }
    const signals = [signal];
    const value = new Promise<Value>((resolve, reject) => {
      setImmediate(() => {
        thisTurn.delete(key);
        read(allAborted(signals)).then(resolve, reject);
      });
    });
    thisTurn.set(key, { signals, value });
    return value;
  };
}

/** Aborted once all of the signals are, with the reason of the last one. */
function allAborted(signals: readonly AbortSignal[]): AbortSignal {
  const [only, ...others] = signals;
  if (only !== undefined && others.length === 0) return only;
  const controller = new AbortController();
  let waiting = signals.length;
  for (const signal of signals) {
    const leave = () => {
      waiting -= 1;
      if (waiting === 0) controller.abort(signal.reason);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }
  return controller.signal;
}
