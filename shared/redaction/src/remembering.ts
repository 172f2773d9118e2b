/** Names come from a few schemas and definitions; hostile ones must not fill the memory. */
const MAX_REMEMBERED = 8192;

/**
 * The same function, which works out each answer once; `undefined` is no answer.
 * @param maxLength of a text that is remembered.
 */
export function remembering<T>(answer: (text: string) => T, maxLength = Number.POSITIVE_INFINITY): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const found = answer(text);
    if (text.length > maxLength) return found;
    if (answers.size >= MAX_REMEMBERED) answers.clear();
    // A copy: as a slice of its report, the text would keep all of the report in memory.
    answers.set(` ${text}`.slice(1), found);
    return found;
  };
}
