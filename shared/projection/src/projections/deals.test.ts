import { FIRST_STATE_DAY, STATE_DAYS } from '@fundlens/read-models/dashboards/dashboard-measures';
import { deletionOf } from '@fundlens/testing/deletions';
import { dealChanged, pipelineChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dealPipelines, deals } from './projections.ts';
import { given } from '../testing/given.ts';

const KEY = 'loc-1:deal-1';

test('a deleted deal leaves the list, and its contact has nothing to do with it', () => {
  expect(given(deals, dealChanged(), deletionOf(dealChanged()))[KEY]).toEqual({ fields: {}, views: {}, texts: {} });
});

const there = (more: object = {}) => dealChanged({ contactId: 'contact-1', name: 'there', ...more });
const here = (more: object = {}) => dealChanged({ contactId: 'contact-2', name: 'here', ...more });

test('a deal that was moved to another contact is found there, in whatever order deletion and creation come', () => {
  const deleted = deletionOf(there({ meta: { version: 9 } }), { version: 9 });
  const moved = [there(), deleted, here({ meta: { version: 1, occurredAt: USUAL_INSTANT + 5 } })];
  fc.assert(
    fc.property(fc.shuffledSubarray(moved, { minLength: moved.length }), (events) => {
      expect(given(deals, ...events)[KEY]?.views.deal).toMatchObject({ contactId: 'contact-2', name: 'here' });
    }),
  );
});

test('while the deletion is on its way, the later of the two is shown; of equal ones always the same', () => {
  const later = here({ meta: { occurredAt: USUAL_INSTANT + 5 } });
  expect(given(deals, later, there())[KEY]?.views.deal).toMatchObject({ name: 'here' });
  expect(given(deals, here(), there())[KEY]?.views.deal).toMatchObject({ name: 'there' });
  expect(given(deals, there(), here())[KEY]?.views.deal).toMatchObject({ name: 'there' });
});

test('open deals are spread over the days that stand for state', () => {
  const events = Array.from({ length: 500 }, (_, n) => dealChanged({ dealId: `deal-${n}`, createdAt: null }));
  const days = Object.values(given(deals, ...events)).flatMap(({ fields }) => fields.days as number[]);
  expect(days).toHaveLength(500);
  expect(Math.min(...days)).toBeGreaterThanOrEqual(FIRST_STATE_DAY);
  expect(Math.max(...days)).toBeLessThan(FIRST_STATE_DAY + STATE_DAYS);
  expect(new Set(days).size).toBeGreaterThan(180);
});

const stage = (stageId: string, position: number | null) => ({ stageId, name: stageId.toUpperCase(), position });
const pipelineAfter = (...events: readonly Typed[]) => given(dealPipelines, ...events)['loc-1:pipeline-1'];

test('a pipeline shows its stages in the order of a board, whatever order they were sent in', () => {
  const stages = [stage('none', null), stage('won', 2), stage('new', 0), stage('also-new', 0)];
  const shown = pipelineAfter(pipelineChanged({ name: null, stages }));
  expect(shown?.fields).toEqual({ listKey: 'pipeline-1' });
  expect(shown?.views.pipeline).toEqual({
    pipelineId: 'pipeline-1',
    name: null,
    stages: [stage('new', 0), stage('also-new', 0), stage('won', 2), stage('none', null)],
  });
  expect(pipelineAfter(pipelineChanged(), deletionOf(pipelineChanged()))).toEqual({ fields: {}, views: {}, texts: {} });
});

test('a pipeline too large for a list is refused', () => {
  const stages = Array.from({ length: 500 }, (_, n) => ({ stageId: `s${n}`, name: 'x'.repeat(320), position: n }));
  expect(() => pipelineAfter(pipelineChanged({ stages }))).toThrow(
    expect.objectContaining({ kind: 'invalid', code: 'document_too_large' }),
  );
});
