import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Cursor } from '../crm-reader.ts';
import { cursorStuck } from './crm-errors.ts';

/*
 * Pages are never asked for by number: those beyond page 100 are refused, and entries move between numbers while others are
 * deleted. Walks go by the date on which entries were added, which never changes: nothing that is there all the time is passed
 * over, and what is added meanwhile comes at the end.
 */
const cursorSchema: z.ZodType<Cursor> = z.union([
  z.strictObject({ searchAfter: z.array(z.union([z.string(), z.number()])).min(1) }),
  z.strictObject({ startAfter: z.number(), startAfterId: z.string().min(1) }),
]);

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
  if (!offered.success || isDeepStrictEqual(offered.data, page.askedWith)) throw cursorStuck(endpoint);
  return offered.data;
}
