export type KeyedMutex = <Result>(names: readonly string[], work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets work of this process that shares a name happen one after the other, in the order in which it was asked for;
 * other work goes on beside it. Partitions of different topics change the same documents, and without turns the batches
 * of one process would lose their swaps to each other. This only saves rounds: correctness rests on the swap, because
 * other processes know nothing of these turns.
 *
 * All names are taken at once and each work waits only for work that came before it, so nobody waits in a circle.
 */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<void>>();

  return async (names, work) => {
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
