/**
 * How applications are filtered. Each is stored with one term per value that finds it, and one that all have. A request
 * reads the applications of its first term from the index, and of these shows those that have its other terms too.
 */

/** A longer text has no term: it is prose, and requests are not that long. */
export const MAX_FILTER_CHARACTERS = 320;
/** A character takes one or two code units. No text that can be asked for is longer. */
const MAX_TERM_UNITS = 2 * MAX_FILTER_CHARACTERS;

/** Those of the fewest applications first: there are more processors than outcomes. */
const FILTERS = ['processor', 'stage', 'waitingOn', 'planStatus', 'outcome'] as const;
type FilterName = (typeof FILTERS)[number];

/** Values as they stand in the entry. Null or absent: not filtered by. */
export type ApplicationFilter = { readonly [Name in FilterName]?: string | null | undefined };

/** What an application is found by: of each filter any number of values. */
export type FilteredApplication = { readonly [Name in FilterName]: readonly (string | null)[] };

/** The term that every listed application has. Those of filters have a colon. */
const ANY_APPLICATION = 'all';

/** The terms of a stored application, equal for equal values in any order. */
export function applicationTerms(application: FilteredApplication): string[] {
  const terms = [ANY_APPLICATION];
  for (const name of FILTERS) {
    const texts = application[name].filter((value) => value !== null && value.length <= MAX_TERM_UNITS);
    for (const value of [...new Set(texts)].sort()) terms.push(`${name}:${value}`);
  }
  return terms;
}

/** The terms that an application must have to match, the most selective first. */
export function askedApplicationTerms(filter: ApplicationFilter): readonly [string, ...string[]] {
  const asked = FILTERS.flatMap((name) => {
    const value = filter[name];
    return value == null ? [] : [`${name}:${value}`];
  });
  const [first = ANY_APPLICATION, ...others] = asked;
  return [first, ...others];
}
