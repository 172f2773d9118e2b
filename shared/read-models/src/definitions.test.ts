import { describe, expect, it } from 'vitest';
import { CHANGE_FIELDS } from './changed-entity.ts';
import { BY_CHANGE, DIRTY_KEY, DIRTY_SINCE } from './definition.ts';
import { DASHBOARD_SOURCES, definitionOf, readModels } from './definitions.ts';
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

it('names every read model once and finds it by its name', () => {
  expect(new Set(readModels.map(({ name }) => name)).size).toBe(readModels.length);
  for (const readModel of readModels) expect(definitionOf(readModel.name)).toBe(readModel);
});

describe.each(projected)('$name', ({ views, fields, indexes, outbox, changes, streams }) => {
  const indexed = [...views.flatMap(({ index }) => index?.names ?? []), ...(fields?.names ?? [])];

  it('calls each view by a name of its own, which is one part of a path', () => {
    const names = views.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z]*$/);
  });

  it('renders each view from slots that it names', () => {
    for (const view of views) expect(view.reads.length, view.name).toBeGreaterThan(0);
  });

  it('gives each index field in one place, and none that is bookkeeping', () => {
    expect(new Set(indexed).size).toBe(indexed.length);
    for (const name of indexed) expect(BOOKKEEPING).not.toContain(name);
  });

  it('indexes only fields that there are, each index under a name of its own', () => {
    expect(new Set(indexes.map(({ name }) => name)).size).toBe(indexes.length);
    for (const { key } of indexes) {
      for (const name of Object.keys(key)) expect([...indexed, ...BOOKKEEPING]).toContain(name);
    }
  });

  it('finds its documents that wait exactly when it has an outbox', () => {
    const waiting = indexes.filter((index) => index === DIRTY_KEY || index === DIRTY_SINCE);
    expect(waiting).toHaveLength(outbox === undefined ? 0 : 1);
  });

  it('finds its documents by when they changed exactly when clients are told of changes', () => {
    expect(indexes.includes(BY_CHANGE)).toBe(changes !== undefined);
  });

  it('is made of events alone', () => {
    expect(new Set(streams).size).toBe(streams.length);
  });
});

describe('models that are made from others', () => {
  const made = readModels.filter(({ streams }) => streams.length === 0);

  it('have nothing that a fold renders', () => {
    expect(made.map(({ name }) => name)).toEqual(['dashboard_windows']);
    for (const { views, fields, outbox } of made) expect([views, fields, outbox]).toEqual([[], undefined, undefined]);
  });
});

it('finds what the dashboard is made from by location, where it has changed', () => {
  for (const { indexes } of DASHBOARD_SOURCES.map(definitionOf)) expect(indexes).toContain(DIRTY_KEY);
});
