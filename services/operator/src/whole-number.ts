import { InvalidArgumentError } from 'commander';

/** Reads an argument that is a whole number within these bounds, written in digits alone. */
export function wholeNumber({ from, to }: { readonly from: number; readonly to: number }): (given: string) => number {
  return (given) => {
    const value = /^[0-9]{1,15}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= from && value <= to) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
  };
}
