/** An upstream may send 500 recommendations of the largest amount; the sum of so many would not be exact any more. */
const MAX_TOTAL_CENTS = BigInt(Number.MAX_SAFE_INTEGER);

/** Exact, and the same in every order; a missing amount counts as nothing. */
export function sum(amounts: readonly (number | null)[]): number {
  let total = 0n;
  for (const amount of amounts) total += BigInt(amount ?? 0);
  return Number(total < MAX_TOTAL_CENTS ? total : MAX_TOTAL_CENTS);
}
