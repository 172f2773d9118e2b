import { describe, expect, it } from 'vitest';
import { CHANGE_FIELDS } from './changed-entity.ts';
import { BY_CHANGE, DIRTY_KEY, outdatingView } from './definition.ts';
import { DASHBOARD_SOURCES, readModels } from './definitions.ts';
import { OUTBOX_FIELDS } from './document.ts';

/** Fields of every document that belongs to a location, and the outbox; no view gives them. */
const BOOKKEEPING: readonly string[] = [
  '_id',
  'locationId',
  'entityId',
  'slots',
  'views',
  'revision',
  'viewsVersion',
  ...OUTBOX_FIELDS,
  ...CHANGE_FIELDS,
];

/** Those that a projection fills; the others are made by background jobs and have documents of their own. */
const projected = readModels.filter(({ streams }) => streams.length > 0);

describe.each(projected)('$name', ({ views, fields, indexes, changes }) => {
  const indexed = [...views.flatMap(({ index }) => index?.names ?? []), ...(fields?.names ?? [])];

  it('gives each view, index field and index one name, which is one part of a path and none of the bookkeeping', () => {
    for (const names of [views.map(({ name }) => name), indexed, indexes.map(({ name }) => name)]) {
      expect(new Set(names).size).toBe(names.length);
    }
    for (const { name } of views) expect(name).toMatch(/^[a-z][A-Za-z]*$/);
    for (const name of indexed) expect(BOOKKEEPING).not.toContain(name);
    for (const name of indexes.flatMap(({ key }) => Object.keys(key))) {
      expect([...indexed, ...BOOKKEEPING]).toContain(name);
    }
  });

  it('finds its documents by when they changed, and those that wait, exactly where there are such', () => {
    expect(indexes.includes(BY_CHANGE)).toBe(changes !== undefined);
    expect(indexes.includes(DIRTY_KEY)).toBe(outdatingView({ views }) !== undefined);
  });
});

it('makes the dashboard from every model that can outdate it', () => {
  const sources = readModels.filter((model) => outdatingView(model) !== undefined).map(({ name }) => name);
  expect(sources.toSorted()).toEqual(DASHBOARD_SOURCES.toSorted());
});
