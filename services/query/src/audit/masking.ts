import { AUDITED_ID } from '@fundlens/read-models/audit';

const MASKED = '***';
const MAX_SHOWN = 10_000;
/** Nine digits that are a word of their own, in whatever groups an id may hold. */
const COULD_BE_SSN = /(?<![0-9A-Za-z])[0-9](?:[._~@,-]?[0-9]){8}(?![0-9A-Za-z])/;

/** What the audit shows of a value: ids, paging values and names of views, separated by commas. */
export type Masking = (value: string) => string;

/**
 * A value has the form of an id, could not be a Social Security number, and stays as it is in redaction; or it is masked.
 * Whether there is such an id makes no difference: what a client writes in place of one may be anything.
 * @param clean the text redactor.
 */
export function createMasking(clean: (text: string) => string): Masking {
  /** Shown as they are: ids come again and again, and the redactor takes longer than everything else of a record. */
  const shown = new Set<string>();
  return (value) => {
    if (shown.has(value)) return value;
    if (COULD_BE_SSN.test(value) || clean(value) !== value) return MASKED;
    const parts = value.split(',');
    const masked = parts.map((part) => (AUDITED_ID.test(part) ? part : MASKED)).join();
    if (shown.size >= MAX_SHOWN) shown.clear();
    if (masked === value) shown.add(value);
    return masked;
  };
}

/**
 * The arguments for the audit, which shows those that were used but not what was searched for.
 * @param shown names of the arguments, beside `locationId`, that hold ids, paging values or names of views; all others are
 *   masked.
 */
export function auditArguments(
  given: ReadonlyMap<string, string>,
  shown: readonly string[],
  masking: Masking,
): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, value] of given)
    all[name] = name === 'locationId' || shown.includes(name) ? masking(value) : MASKED;
  return all;
}
