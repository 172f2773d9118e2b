import { z } from 'zod';

/** Building blocks of the schemas that describe answers. `describe` texts are shown in the reference. */

/** ISO-8601 in UTC with milliseconds, e.g. `2026-03-01T09:30:00.000Z`. */
export function instant() {
  return z.iso.datetime({ precision: 3 });
}

/** Money in integer cents. */
export function cents() {
  return z.int().min(0);
}

export function count() {
  return z.int().min(0);
}

/** What every paged answer has beside its entries. */
export const pageMembers = {
  returned: count().describe('Number of entries in this page.'),
  nextCursor: z.string().nullable().describe('Pass it as `cursor` to get the next page; null on the last one.'),
} as const;
