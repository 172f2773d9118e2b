import { dealFilterKey } from '@fundlens/read-models/deals/deal-filters';
import { newestFirst } from '@fundlens/read-models/list-key';
import { deletionOf } from '@fundlens/testing/deletions';
import { dealChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deals } from './projections.ts';
import { given } from '../testing/given.ts';

const KEY = 'loc-1:deal-1';

test('a deal shows everything that is known of it', () => {
  expect(given(deals, dealChanged())[KEY]?.views.deal).toEqual({
    dealId: 'deal-1',
    contactId: 'contact-1',
    pipelineId: 'pipeline-1',
    stageId: 'stage-1',
    name: 'Lopez Bakery line of credit',
    status: 'open',
    amountCents: 5_000_000,
    source: 'web form',
    assignedTo: 'user-7',
    createdAt: '2026-02-20T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    stageChangedAt: '2026-02-28T12:00:00.000Z',
    statusChangedAt: null,
  });
});

test('a deal is listed by creation and found by every combination of what it has', () => {
  const { fields } = given(deals, dealChanged({ createdAt: USUAL_INSTANT, status: 'won' }))[KEY] ?? {};
  expect(fields?.listKey).toBe(newestFirst(USUAL_INSTANT, 'deal-1'));
  expect(fields?.filters).toHaveLength(16);
  expect(fields?.filters).toContain(dealFilterKey({}));
  expect(fields?.filters).toContain(dealFilterKey({ stageId: 'stage-1', status: 'won', contactId: 'contact-1' }));
  expect(fields?.filters).not.toContain(dealFilterKey({ status: 'open' }));
});

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
