/**
 * The same in every order, a missing amount counts as nothing. Floats are exact below 2⁵³, which is nine thousand of the largest
 * amounts of the contract; a sum that is larger is shown as the largest exact one.
 */
export function sum(amounts: readonly (number | null)[]): number {
  return Math.min(
    amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0),
    Number.MAX_SAFE_INTEGER,
  );
}
