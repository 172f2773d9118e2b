/**
 * How deals are filtered. Every deal is stored with one text for each combination of filters that finds it, the empty
 * one too, and a request has exactly one such text: so any combination, however rare its deals, is one range of one
 * index in the order of the list, and nothing else is read.
 */

const FILTERS = ['pipelineId', 'stageId', 'status', 'contactId'] as const;

/** Null or absent: not filtered by. */
export type DealFilter = { readonly [Name in (typeof FILTERS)[number]]?: string | null | undefined };

/** The text of one combination. Values are escaped, so no value can spell another combination. */
export function dealFilterKey(filter: DealFilter): string {
  return JSON.stringify(FILTERS.map((name) => filter[name] ?? null));
}

/** The texts of all combinations that find a deal with these values: two to the number of values that it has. */
export function dealFilterKeys(deal: DealFilter): string[] {
  let combinations: DealFilter[] = [{}];
  for (const name of FILTERS) {
    const value = deal[name];
    if (value == null) continue;
    combinations = combinations.flatMap((combination) => [combination, { ...combination, [name]: value }]);
  }
  return combinations.map(dealFilterKey);
}
