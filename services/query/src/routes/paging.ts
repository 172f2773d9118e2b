import { count } from '@fundlens/read-models/body-values';
import { z } from 'zod';
import { cursorRefused } from '../cursor-payload.ts';
import { type CursorKeys, type CursorScope, decodeCursor, encodeCursor } from '../pagination/cursor.ts';
import type { Page } from '../queries/page.ts';
import { progressOf } from '../queries/lists.ts';
import type { Caller } from './route.ts';

/** Members of every paged response beside its entries. */
export const pageMembers = {
  returned: count().describe('Number of entries in this page.'),
  nextCursor: z.string().nullable().describe('Pass it as `cursor` to get the next page; null on the last one.'),
} as const;

/** What a cursor is bound to. */
type Walk = {
  readonly route: string;
  readonly caller: Caller;
  /** Normalised as in the query; those that are not given do not count. */
  readonly filters?: Readonly<Record<string, string | number | readonly string[] | null | undefined>>;
};

const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']}');

/**
 * What the cursor holds, null without one, and the cursor of what is to come after.
 * @throws ApiError 400 for one that was not made for this walk, without any look-up.
 */
export function openWalk(keys: CursorKeys, { route, caller, filters = {} }: Walk, cursor: string | undefined) {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value == null ? [] : [value].flat().map((each) => [name, String(each)] as const),
  );
  const scope: CursorScope = { route, ...caller, filters: given };
  const held = cursor === undefined ? null : decodeCursor(keys, scope, cursor);
  if (cursor !== undefined && held === null) throw cursorRefused();
  return { held, cursorOf: (text: string) => encodeCursor(keys, scope, text) };
}

/** One page of a walk: what to read, and how to show it. @throws ApiError 400 as `openWalk` */
export function openPage(
  keys: CursorKeys,
  walk: Walk,
  asked: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const { held: after, cursorOf } = openWalk(keys, walk, asked.cursor);
  // A walk by changes keeps more than a list key: what is none is refused here, before any look-up.
  if (after !== null && walk.filters?.updatedSince !== undefined) progressOf(after);
  return {
    request: { after, limit: asked.limit },
    /** @param name of the array of entries. @param first members that come before the paging ones. */
    show({ entries, next }: Page, name: string, first: Readonly<Record<string, string>> = {}): Uint8Array {
      const nextCursor = next === null ? null : cursorOf(next);
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
