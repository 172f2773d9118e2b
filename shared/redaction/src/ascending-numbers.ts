/** Index of the last of the ascending numbers that is at most `limit`, or -1. */
export function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
