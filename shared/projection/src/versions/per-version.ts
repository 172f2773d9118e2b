import type { Backlog } from '@fundlens/runtime/sweeper';

/** Work on what is made from one version of a read model: the dashboards. */
export type VersionWork = {
  backlog(): Promise<Backlog>;
  waiting(limit: number): Promise<readonly string[]>;
  /** @param again it was due before and is not done. */
  work(key: string, options: { readonly again: boolean }): Promise<void>;
};

/**
 * The same work on every version that is written now. A key does not name the version: the work runs in each of them.
 * @param versions those written at the moment of each call.
 */
export function workPerVersion(versions: () => readonly number[], make: (version: number) => VersionWork): VersionWork {
  const made = new Map<number, VersionWork>();

  function each(): VersionWork[] {
    return versions().map((version) => {
      const present = made.get(version) ?? make(version);
      made.set(version, present);
      return present;
    });
  }

  return {
    async backlog() {
      const found = await Promise.all(each().map((work) => work.backlog()));
      const since = found.flatMap(({ dirtySince }) => dirtySince ?? []);
      return {
        documents: found.reduce((sum, { documents }) => sum + documents, 0),
        dirtySince: since.length === 0 ? null : Math.min(...since),
      };
    },
    async waiting(limit) {
      const found = await Promise.all(each().map((work) => work.waiting(limit)));
      return [...new Set(found.flat())].slice(0, limit);
    },
    async work(key, options) {
      for (const work of each()) await work.work(key, options);
    },
  };
}
