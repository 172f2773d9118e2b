/**
 * Who asks for the very same in the same turn of the event loop is answered by one reading, which starts in that turn after
 * all of them have asked. What is read takes its own time: it is waited for by those who asked for it, and by nobody else.
 */
export type SharedReads<Value> = (asked: {
  /** The same for the same question, and for no other. */
  readonly key: string;
  /** Aborted once this one does not wait any more; the reading ends when none of them does. */
  readonly signal: AbortSignal;
  readonly read: (signal: AbortSignal) => Promise<Value>;
}) => Promise<Value>;

type Reading<Value> = { readonly signals: AbortSignal[]; readonly value: Promise<Value> };

export function createSharedReads<Value>(): SharedReads<Value> {
  const thisTurn = new Map<string, Reading<Value>>();
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

/** Aborted once all of them are, for the reason of the last one. */
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
