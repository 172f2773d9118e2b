import { expect, it } from 'vitest';
import { CHANGE_FIELDS } from './changed-entity.ts';
import { BY_CHANGE, DIRTY_KEY, outdatingView } from './definition.ts';
import { DASHBOARD_SOURCES, readModels } from './definitions.ts';
import { OUTBOX_FIELDS } from './document.ts';

/** Fields of every document that indexes name, and that no view gives. */
const BOOKKEEPING: readonly string[] = ['_id', 'locationId', 'viewsVersion', ...OUTBOX_FIELDS, ...CHANGE_FIELDS];

/** Those that a projection fills; the others are made by background jobs and have documents of their own. */
const projected = readModels.filter(({ streams }) => streams.length > 0);

it.each(projected)('$name has indexes of fields that there are, and those that it needs', (model) => {
  const { views, fields, indexes, changes } = model;
  const given = [...views.flatMap(({ index }) => index?.names ?? []), ...(fields?.names ?? []), ...BOOKKEEPING];
  expect(given).toEqual(expect.arrayContaining(indexes.flatMap(({ key }) => Object.keys(key))));
  expect(indexes.includes(BY_CHANGE)).toBe(changes !== undefined);
  expect(indexes.includes(DIRTY_KEY)).toBe(outdatingView({ views }) !== undefined);
});

it('makes the dashboard from every model that can outdate it', () => {
  const sources = readModels.filter((model) => outdatingView(model) !== undefined).map(({ name }) => name);
  expect(sources.toSorted()).toEqual(DASHBOARD_SOURCES.toSorted());
});
