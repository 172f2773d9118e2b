import { AUDITED_ID } from '@fundlens/read-models/audit';

const MASKED = '***';
const MAX_SHOWN = 10_000;
/** Of an id; all names of views together are shorter. What is longer is neither read by the redactor nor kept. */
const MAX_CHARACTERS = 128;
/** Nine digits that are a word of their own, in whatever groups an id may hold. */
const COULD_BE_SSN = /(?<![0-9A-Za-z])[0-9](?:[._~@,-]?[0-9]){8}(?![0-9A-Za-z])/;

/**
 * What the audit shows of a value: an id, a paging value or names of views with commas between, which could not be a Social
 * Security number and stay as they are in redaction. All else is masked.
 * Whether there is such an id makes no difference: what a client writes in place of one may be anything.
 * @param clean the text redactor.
 */
export function createMasking(clean: (text: string) => string): (value: string) => string {
  /** Shown as they are: ids come again and again, and the redactor takes longer than everything else of a record. */
  const shown = new Set<string>();
  return (value) => {
    if (shown.has(value)) return value;
    const hasForm = value.length <= MAX_CHARACTERS && value.split(',').every((part) => AUDITED_ID.test(part));
    if (!hasForm || COULD_BE_SSN.test(value) || clean(value) !== value) return MASKED;
    if (shown.size >= MAX_SHOWN) shown.clear();
    shown.add(value);
    return value;
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
  masking: (value: string) => string,
): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, value] of given)
    all[name] = name === 'locationId' || shown.includes(name) ? masking(value) : MASKED;
  return all;
}
