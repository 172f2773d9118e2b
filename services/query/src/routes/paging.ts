import { count } from '@fundlens/read-models/bodies';
import { z } from 'zod';
import { invalidParameter } from '../api-error.ts';
import type { Caller } from '../credentials/access-state.ts';
import type { Page } from '../queries/page.ts';
import { type Bound, type SealKeys, seal, sealKeys, unseal } from '../sealed-text.ts';
import { entryJson } from './contact-records.ts';
import { CURSOR_RULE } from './parameters.ts';

/** Members of every paged response beside its entries. */
export const pageMembers = {
  returned: count().describe('Number of entries in this page.'),
  nextCursor: z.string().nullable().describe('Pass it as `cursor` to get the next page; null on the last one.'),
} as const;

/**
 * What a cursor is bound to: that of another walk is refused without a database read. It does not name the generation, so a
 * rebuild does not break a walk.
 */
export type Walk = {
  /** Template, e.g. `/pipeline`. */
  readonly route: string;
  readonly caller: Caller;
  /** Normalised as in the query, in a fixed order; those that are not given do not count. The page size is not one of them. */
  readonly filters?: Readonly<Record<string, string | number | readonly string[] | null | undefined>>;
};

/** Raised when what a cursor holds has another layout: what one holds was made by these routes, and is not checked again. */
const PURPOSE = 'fundlens/cursor/v1';
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']}');

export function cursorKeys(secret: string, previousSecret: string | null = null): SealKeys {
  return sealKeys(PURPOSE, secret, previousSecret);
}

/**
 * What the cursor holds, null without one, and the cursor of what is to come after.
 * @throws ApiError 400 for one that was not made for this walk.
 */
export function openWalk(keys: SealKeys, { route, caller, filters = {} }: Walk, cursor: string | undefined) {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value == null ? [] : [value].flat().map((each) => [name, String(each)] as const),
  );
  const bound: Bound = () => [route, caller.reach, caller.companyId, caller.locationId, given];
  const held = cursor === undefined ? null : unseal(keys, bound, cursor);
  if (cursor !== undefined && held === null) throw invalidParameter('cursor', 'cursor', CURSOR_RULE);
  return { held, cursorOf: (text: string) => seal(keys, bound, text) };
}

/** One page of a walk: what to read, and how to show it. @throws ApiError 400 as `openWalk` */
export function openPage(
  keys: SealKeys,
  walk: Walk,
  asked: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const { held: after, cursorOf } = openWalk(keys, walk, asked.cursor);
  return {
    request: { after, limit: asked.limit },
    /** @param name of the array of entries. @param first members that come before the paging ones. */
    show({ entries, next }: Page, name: string, first: Readonly<Record<string, string>> = {}): Uint8Array {
      const nextCursor = next === null ? null : cursorOf(next);
      const head = JSON.stringify({ ...first, returned: entries.length, nextCursor });
      const data: Uint8Array[] = [Buffer.from(`${head.slice(0, -1)},${JSON.stringify(name)}:[`)];
      for (const [index, entry] of entries.entries()) {
        if (index > 0) data.push(COMMA);
        data.push(entryJson(entry));
      }
      data.push(CLOSE);
      return Buffer.concat(data);
    },
  };
}
