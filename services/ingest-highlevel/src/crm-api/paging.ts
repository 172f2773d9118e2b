import { z } from 'zod';
import { cursorStuck } from './crm-errors.ts';

/**
 * Where a walk goes on, as HighLevel wants it back. Contacts: the `searchAfter` of the last entry. Opportunities: `startAfter`
 * (epoch milliseconds) together with `startAfterId`; with one of them alone, the first page comes again for ever.
 *
 * Pages are never asked for by number: those beyond page 100 are refused, and entries move between numbers while others are
 * deleted. Walks go by the date on which entries were added, which never changes: nothing that is there all the time is passed
 * over, and what is added meanwhile comes at the end.
 */
export const cursorSchema = z.union([
  z.strictObject({ searchAfter: z.array(z.union([z.string(), z.number()])).min(1) }),
  z.strictObject({ startAfter: z.number(), startAfterId: z.string().min(1) }),
]);

export type Cursor = z.infer<typeof cursorSchema>;

export type Page<Entity> = {
  readonly entities: readonly Entity[];
  /** Null: this was the last page. */
  readonly next: Cursor | null;
};

/**
 * The cursor after a page. An empty page is the last one; a short page is not, because HighLevel filters entries after it has
 * cut the page.
 * @throws InvalidError `crm_cursor_stuck`, when the cursor is missing or is the one that the page was asked for with.
 */
export function cursorAfter(
  endpoint: string,
  page: { readonly count: number; readonly askedWith: Cursor | null; readonly offered: unknown },
): Cursor | null {
  if (page.count === 0) return null;
  const offered = cursorSchema.safeParse(page.offered);
  if (!offered.success || isSame(offered.data, page.askedWith)) throw cursorStuck(endpoint);
  return offered.data;
}

export function isSame(one: Cursor | null, other: Cursor | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
