/**
 * Works on the items, `atOnce` of them at the same time; the results are in the order of the items. After the first error no
 * other item is begun, and it is thrown when those in work have ended.
 */
export async function workAtOnce<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (failed) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  const first = ends.find((end) => end.status === 'rejected');
  if (first !== undefined) throw first.reason;
  return results;
}
