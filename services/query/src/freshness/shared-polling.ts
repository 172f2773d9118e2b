import type { Checkpoint } from '@fundlens/read-models/checkpoint';

/** The position of a model version in one partition, from its checkpoint. */
export type CheckpointPosition = Pick<Checkpoint, 'nextOffset' | 'asOf' | 'endAsOf'> & {
  /** When it was read, by MongoDB's clock: epoch milliseconds. */
  readonly readAt: number;
};

/** What one waiter waits for. */
export type PollCondition = {
  /** Checkpoints to poll for it. */
  readonly checkpoints: () => Iterable<string>;
  /** The location whose uncounted events to poll for it; null: none. */
  readonly location: () => string | null;
  /** Called with the result of each round. What it throws ends this wait alone. */
  readonly isMet: (result: PollResult) => boolean;
};

export type PollResult = {
  readonly checkpoints: ReadonlyMap<string, CheckpointPosition>;
  /** Epoch milliseconds; null: everything of the location is counted. Only of polled locations. */
  readonly uncountedSince: ReadonlyMap<string, number | null>;
};

export type SharedPollingOptions = {
  readonly checkpoints: (ids: readonly string[]) => Promise<ReadonlyMap<string, CheckpointPosition>>;
  readonly uncountedSince: (locationId: string) => Promise<number | null>;
  /** Between two rounds; resolves earlier when `signal` is aborted. */
  readonly pause: (signal: AbortSignal) => Promise<unknown>;
};

/**
 * Polls the store in rounds: one query for the checkpoints of all waiters and one per location, however many wait for it.
 * Rounds follow each other while there are waiters; a new waiter starts one at once.
 */
export type SharedPolling = {
  /**
   * Resolves once the condition is met. @param signal ends the wait.
   * @throws what the store or the condition throws; the signal's reason.
   */
  wait(condition: PollCondition, signal: AbortSignal): Promise<void>;
};

type Waiter = {
  readonly condition: PollCondition;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
};

export function createSharedPolling({ checkpoints, uncountedSince, pause }: SharedPollingOptions): SharedPolling {
  const waiters = new Set<Waiter>();
  let running = false;
  let newWaiter = new AbortController();

  async function poll(polled: readonly Waiter[]): Promise<PollResult> {
    const ids = new Set(polled.flatMap(({ condition }) => [...condition.checkpoints()]));
    const locations = new Set(polled.flatMap(({ condition }) => condition.location() ?? []));
    const [positions, uncounted] = await Promise.all([
      ids.size === 0 ? new Map<string, CheckpointPosition>() : checkpoints([...ids]),
      Promise.all([...locations].map(async (id) => [id, await uncountedSince(id)] as const)),
    ]);
    return { checkpoints: positions, uncountedSince: new Map(uncounted) };
  }

  async function round(): Promise<void> {
    const polled = [...waiters];
    let result: PollResult;
    try {
      result = await poll(polled);
    } catch (error) {
      for (const waiter of polled) waiter.reject(error);
      return;
    }
    for (const waiter of polled) {
      try {
        if (waiter.condition.isMet(result)) waiter.resolve();
      } catch (error) {
        waiter.reject(error);
      }
    }
  }

  async function run(): Promise<void> {
    running = true;
    while (waiters.size > 0) {
      newWaiter = new AbortController();
      await round();
      if (waiters.size > 0) await pause(newWaiter.signal);
    }
    running = false;
  }

  return {
    wait(condition, signal) {
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiters.delete(waiter);
          signal.removeEventListener('abort', onAbort);
        };
        const waiter: Waiter = {
          condition,
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
        if (running) newWaiter.abort();
        else void run();
      });
    },
  };
}
