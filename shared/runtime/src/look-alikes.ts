/** Below this length, names that have nothing to do with each other are a letter apart. */
const SHORTEST = 6;

/**
 * Of names in `found` that are a slip away from one in `options`, both: other letter case or underscores, or one letter that is
 * missing, added, changed or swapped with the next.
 */
export function lookAlikes(options: readonly string[], found: readonly string[]) {
  return found.flatMap((name) => {
    if (name.length < SHORTEST) return [];
    const meant = options.find((option) => letters(option) === letters(name) || isOneSlip(option, name));
    return meant === undefined ? [] : [{ found: name, meant }];
  });
}

function letters(name: string): string {
  return name.replaceAll('_', '').toUpperCase();
}

function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let begin = 0;
  while (begin < a.length && a[begin] === b[begin]) begin += 1;
  const [ofA, ofB] = [a.slice(begin), b.slice(begin)];
  const isSwap = ofA === `${ofB[1]}${ofB[0]}${ofB.slice(2)}`;
  return isSwap || ofA.slice(1) === ofB.slice(1) || ofA.slice(1) === ofB || ofA === ofB.slice(1);
}
