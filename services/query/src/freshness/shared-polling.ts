/** How far a model version has come in one partition, in the words of its checkpoint. */
export type Reached = { readonly nextOffset: number; readonly asOf: number };

/** What one waiter wants to be true. It is asked with what was looked up since the last time. */
export type Wish = {
  /** Checkpoints that have to be looked up for it. */
  readonly checkpoints: () => Iterable<string>;
  /** A location of which it must be known since when something of it is not counted; null: none. */
  readonly location: () => string | null;
  /** Whether it is true now. */
  readonly fulfilled: (found: Found) => boolean;
};

export type Found = {
  readonly checkpoints: ReadonlyMap<string, Reached>;
  /** Epoch milliseconds; null: everything of the location is counted. Only of locations that were asked for. */
  readonly uncountedSince: ReadonlyMap<string, number | null>;
};

export type SharedPollingOptions = {
  readonly checkpoints: (ids: readonly string[]) => Promise<ReadonlyMap<string, Reached>>;
  readonly uncountedSince: (locationId: string) => Promise<number | null>;
  /** Between two rounds; resolves earlier when `signal` is aborted. */
  readonly pause: (signal: AbortSignal) => Promise<unknown>;
};

/**
 * Asks the store for all who wait, in rounds: one question for the checkpoints of all of them and one per location,
 * however many wait for it. Rounds follow each other while somebody waits, and a newcomer starts one at once.
 */
export type SharedPolling = {
  /**
   * Resolves once the wish is fulfilled. @param signal ends the waiting.
   * @throws what the store throws; the signal's reason.
   */
  wait(wish: Wish, signal: AbortSignal): Promise<void>;
};

type Waiter = { readonly wish: Wish; readonly resolve: () => void; readonly reject: (reason: unknown) => void };

export function createSharedPolling({ checkpoints, uncountedSince, pause }: SharedPollingOptions): SharedPolling {
  const waiters = new Set<Waiter>();
  let running = false;
  let newcomer = new AbortController();

  async function look(asking: readonly Waiter[]): Promise<Found> {
    const ids = new Set(asking.flatMap(({ wish }) => [...wish.checkpoints()]));
    const locations = new Set(asking.flatMap(({ wish }) => wish.location() ?? []));
    const [reached, uncounted] = await Promise.all([
      ids.size === 0 ? new Map<string, Reached>() : checkpoints([...ids]),
      Promise.all([...locations].map(async (id) => [id, await uncountedSince(id)] as const)),
    ]);
    return { checkpoints: reached, uncountedSince: new Map(uncounted) };
  }

  async function round(): Promise<void> {
    const asking = [...waiters];
    try {
      const found = await look(asking);
      for (const waiter of asking) if (waiter.wish.fulfilled(found)) waiter.resolve();
    } catch (error) {
      for (const waiter of asking) waiter.reject(error);
    }
  }

  async function run(): Promise<void> {
    running = true;
    while (waiters.size > 0) {
      newcomer = new AbortController();
      await round();
      if (waiters.size > 0) await pause(newcomer.signal);
    }
    running = false;
  }

  return {
    wait(wish, signal) {
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiters.delete(waiter);
          signal.removeEventListener('abort', onAbort);
        };
        const waiter: Waiter = {
          wish,
          resolve() {
            leave();
            resolve();
          },
          reject(reason) {
            leave();
            reject(reason);
          },
        };
        const onAbort = () => waiter.reject(signal.reason);
        if (signal.aborted) return onAbort();
        signal.addEventListener('abort', onAbort, { once: true });
        waiters.add(waiter);
        if (running) newcomer.abort();
        else void run();
      });
    },
  };
}
