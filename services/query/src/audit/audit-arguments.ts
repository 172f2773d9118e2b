import { AUDITED_ID } from '@fundlens/read-models/audit';

const MASKED = '***';
/** The form of a page size; a refused one may be anything. */
const PAGE_SIZE = /^[0-9]{1,3}$/;

/**
 * The arguments for the audit: structural ids, paging values and names of views as they are, all others masked, so that the audit shows
 * which arguments were used but not what was searched for.
 * @param structural names of the arguments that hold ids, paging values or names of views.
 * @param clean the text redactor, by the argument's name: an id that it would change reads as a Social Security number.
 */
export function auditArguments(
  given: ReadonlyMap<string, string>,
  structural: ReadonlySet<string>,
  clean: (text: string, name: string) => string,
): Record<string, string> {
  const masked: Record<string, string> = {};
  for (const [name, value] of given) masked[name] = structural.has(name) ? shown(name, value, clean) : MASKED;
  return masked;
}

function shown(name: string, value: string, clean: (text: string, name: string) => string): string {
  if (name === 'limit') return PAGE_SIZE.test(value) ? value : MASKED;
  if (name === 'include')
    return value
      .split(',')
      .map((view) => shownId(view, (text) => clean(text, name)))
      .join();
  return shownId(value, (text) => clean(text, name));
}

export function shownId(value: string, clean: (text: string) => string): string {
  return AUDITED_ID.test(value) && clean(value) === value ? value : MASKED;
}

/** Nine digits that are a word of their own, in whatever groups an id may hold. */
const COULD_BE_SSN = /(?<![0-9A-Za-z])[0-9](?:[._~@-]?[0-9]){8}(?![0-9A-Za-z])/;

/**
 * The redactor for the arguments of a request that was refused or found nothing: the value of an id may be anything then,
 * so nine digits count as a Social Security number. A found id comes from an event, which the redactor has checked.
 */
export function strictly(clean: (text: string) => string): (text: string) => string {
  return (text) => (COULD_BE_SSN.test(text) ? MASKED : clean(text));
}
