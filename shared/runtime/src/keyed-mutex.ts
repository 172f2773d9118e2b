/**
 * Runs work that shares a name one after the other, in the order of the calls; other work runs concurrently. Partitions of
 * different topics change the same documents: without the mutex, batches of one process would lose compare-and-swap writes
 * to each other. It only saves retries: correctness rests on the swap, because the mutex does not span processes.
 *
 * A call takes all of its names at once, and waits for earlier calls only, so there is no deadlock.
 */
export function createKeyedMutex() {
  const last = new Map<string, Promise<void>>();

  return async <Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> => {
    const before = new Set(names.flatMap((name) => last.get(name) ?? []));
    const { promise: done, resolve: end } = Promise.withResolvers<void>();
    for (const name of names) last.set(name, done);
    try {
      await Promise.all(before);
      return await work();
    } finally {
      for (const name of names) if (last.get(name) === done) last.delete(name);
      end();
    }
  };
}
