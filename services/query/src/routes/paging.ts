import { count } from '@fundlens/read-models/body-values';
import { z } from 'zod';
import { cursorRefused } from '../cursor-payload.ts';
import { type CursorKeys, type CursorScope, decodeCursor, encodeCursor } from '../pagination/cursor.ts';
import type { Page, PageRequest } from '../queries/page.ts';
import { progressOf } from '../queries/lists.ts';
import type { Caller } from './route.ts';

/** Members of every paged response beside its entries. */
export const pageMembers = {
  returned: count().describe('Number of entries in this page.'),
  nextCursor: z.string().nullable().describe('Pass it as `cursor` to get the next page; null on the last one.'),
} as const;

/** What a cursor is bound to beside the caller. */
export type Walk = {
  readonly route: string;
  readonly caller: Caller;
  /** Normalised as in the query; those that are not given do not count. */
  readonly filters?: Readonly<Record<string, string | number | readonly string[] | null | undefined>>;
};

/** One page of a walk: what to read, and how to show it. */
export type Paging = {
  readonly request: PageRequest;
  /**
   * @param name of the array of entries.
   * @param first members that come before the paging ones.
   */
  show(page: Page, name: string, first?: Readonly<Record<string, string>>): Uint8Array;
};

const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']}');

export function cursorScope({ route, caller, filters = {} }: Walk): CursorScope {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value == null ? [] : [value].flat().map((each) => [name, String(each)] as const),
  );
  return { route, ...caller, filters: given };
}

/** What the cursor holds; null without one. @throws ApiError 400 for one that was not made for this walk, without any look-up. */
export function openCursor(keys: CursorKeys, scope: CursorScope, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const held = decodeCursor(keys, scope, cursor);
  if (held === null) throw cursorRefused();
  return held;
}

/** @throws ApiError 400 as `openCursor` */
export function openPage(
  keys: CursorKeys,
  walk: Walk,
  asked: { readonly limit: number; readonly cursor?: string | undefined },
): Paging {
  const scope = cursorScope(walk);
  const after = openCursor(keys, scope, asked.cursor);
  // A walk by changes keeps more than a list key: what is none is refused here, before any look-up.
  if (after !== null && walk.filters?.updatedSince !== undefined) progressOf(after);
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
      return Buffer.concat(data);
    },
  };
}
