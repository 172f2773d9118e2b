/**
 * Reads by id that are asked for in one turn of the event loop share one query: the least of what is known as a
 * DataLoader.
 * @param findAll what is found, in any order
 */
export function createCoalescedFind<Found>(
  findAll: (ids: readonly string[]) => Promise<readonly Found[]>,
  idOf: (found: Found) => string,
): (id: string) => Promise<Found | null> {
  let next: { readonly ids: Set<string>; readonly found: Promise<ReadonlyMap<string, Found>> } | undefined;

  function begin() {
    const ids = new Set<string>();
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      next = undefined;
      return new Map((await findAll([...ids])).map((one) => [idOf(one), one]));
    });
    return { ids, found };
  }

  return async (id) => {
    next ??= begin();
    next.ids.add(id);
    return (await next.found).get(id) ?? null;
  };
}
