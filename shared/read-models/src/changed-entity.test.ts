import { expect, it } from 'vitest';
import { contactChanges } from './contacts/changes.ts';
import { dealChanges } from './deals/deals.ts';
import { makeSlot, type SlotValue } from './slot.ts';

const slot = (at: number, value: SlotValue = {}) =>
  makeSlot({ epoch: 0, version: at, occurredAt: at, eventId: 'e' }, value, { at });
const contact = { kind: 'location-entity', locationId: 'l', entityId: 'c' } as const;
const deal = { kind: 'location-entity', locationId: 'l', entityId: 'd' } as const;
const told = (slots: Record<string, ReturnType<typeof slot>>) =>
  contactChanges({ id: contact, slots: new Map(Object.entries(slots)) }).map(({ type, id, at, isLive }) => [
    type,
    id,
    at,
    isLive,
  ]);

it('tells of each entity of a contact, deleted ones too', () => {
  const slots = {
    contact: slot(1),
    'next-steps': slot(2),
    'report:r.1': slot(3, null),
    'result:x': slot(4),
    'plan:p': slot(5),
  };
  expect(told(slots)).toEqual([
    ['contact', 'c', 1, true],
    ['nextSteps', 'c', 2, true],
    ['creditReport', 'r.1', 3, false],
    ['underwritingResult', 'x', 4, true],
    ['fundingPlan', 'p', 5, true],
  ]);
});

it('tells of an application when it or its contact changed, and lets it go with its contact', () => {
  const application = (slots: Parameters<typeof told>[0]) =>
    told(slots)
      .find(([type]) => type === 'application')
      ?.slice(2);
  expect(application({ application: slot(3) })).toEqual([3, false]);
  expect(application({ application: slot(3), contact: slot(2) })).toEqual([3, true]);
  expect(application({ application: slot(3), contact: slot(4) })).toEqual([4, true]);
  expect(application({ application: slot(3), contact: slot(4, null) })).toEqual([4, false]);
  expect(application({ application: slot(3, null), contact: slot(4) })).toEqual([3, false]);
});

it('tells of a deal once, whichever contacts had it', () => {
  const now = { contactId: 'c2' };
  const moved = new Map([
    ['deal:c1', slot(7, null)],
    ['deal:c2', slot(6, now)],
  ]);
  expect(dealChanges({ id: deal, slots: moved })).toEqual([
    { type: 'deal', id: 'd', contactId: 'c2', at: 7, isLive: true },
  ]);
  const gone = new Map([...moved, ['deal:c2', slot(6, null)]] as const);
  expect(dealChanges({ id: deal, slots: gone })).toMatchObject([{ contactId: 'c1', at: 7, isLive: false }]);
});
