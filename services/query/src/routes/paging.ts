import { count } from '@fundlens/read-models/body-values';
import { z } from 'zod';
import { cursorRefused } from '../cursor-payload.ts';
import type { Caller } from '../middleware/request-state.ts';
import { type CursorKeys, type CursorScope, decodeCursor, encodeCursor } from '../pagination/cursor.ts';
import type { Page, PageRequest } from '../queries/page.ts';
import { progressOf } from '../queries/updated-entries.ts';

/** Members of every paged response beside its entries. */
export const pageMembers = {
  returned: count().describe('Number of entries in this page.'),
  nextCursor: z.string().nullable().describe('Pass it as `cursor` to get the next page; null on the last one.'),
} as const;

/** One page of a walk: what to read, and how to show it. */
export type Paging = {
  readonly request: PageRequest;
  /**
   * @param name of the array of entries.
   * @param first members that come before the paging ones.
   */
  show(page: Page, name: string, first?: Readonly<Record<string, string>>): readonly Uint8Array[];
};

const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']}');

/** @throws ApiError 400 for a cursor that was not made for this walk, without any look-up. */
export function openPage(
  keys: CursorKeys,
  walk: { route: string; caller: Caller; filters: CursorScope['filters'] },
  asked: { limit: number; cursor?: string | undefined },
): Paging {
  const scope: CursorScope = { route: walk.route, ...walk.caller, filters: walk.filters };
  const after = asked.cursor === undefined ? null : decodeCursor(keys, scope, asked.cursor);
  if (asked.cursor !== undefined && after === null) throw cursorRefused();
  // A walk by changes keeps more than a list key: what is none is refused here, before any look-up.
  if (after !== null && walk.filters.some(([name]) => name === 'updatedSince')) progressOf(after);
  return {
    request: { after, limit: asked.limit },
    show({ entries, next }, name, first = {}) {
      const nextCursor = next === null ? null : encodeCursor(keys, scope, next);
      const head = JSON.stringify({ ...first, returned: entries.length, nextCursor });
      const data: Uint8Array[] = [Buffer.from(`${head.slice(0, -1)},${JSON.stringify(name)}:[`)];
      for (const [index, { body }] of entries.entries()) {
        if (index > 0) data.push(COMMA);
        data.push(body);
      }
      data.push(CLOSE);
      return [Buffer.concat(data)];
    },
  };
}
