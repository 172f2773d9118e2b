import { definitionOf } from '@fundlens/contracts/event-types';
import { checkEvent } from '@fundlens/contracts/testing/checked-event';
import { expect, test } from 'vitest';
import { demoWorld, showcaseOf } from './world.ts';
import { createLiveChanges } from './live-changes.ts';
import { createRandom } from './random.ts';

const baseInstant = Date.UTC(2026, 2, 14, 9, 26);
const world = demoWorld({ seed: 'test', baseInstant, scale: 'small' });
const { person } = showcaseOf(world);
const changes = createLiveChanges({ random: createRandom('live'), world, untouched: new Set([person.contactId]) });
/** Four changes in one millisecond now and then, as after a pause. */
const events = Array.from({ length: 3_000 }, (_, index) =>
  changes.next(baseInstant + Math.floor(index / 4) * 1_000),
).flat();

test('live changes are valid events of contacts, applications, reports and what follows from them', () => {
  expect(events.filter(({ type, event }) => 'issues' in checkEvent(type, event))).toEqual([]);
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set([
      'ContactChanged',
      'ApplicantChanged',
      'CreditReportStored',
      'UnderwritingCompleted',
      'FundingPlanChanged',
      'NextStepsChanged',
    ]),
  );
});

test('every change of an entity has a greater version than the one before', () => {
  const latest = new Map<string, number>();
  for (const { type, event } of events) {
    const key = definitionOf(type).keyOf(event as never);
    expect(event.meta.version).toBeGreaterThan(latest.get(key) ?? baseInstant - 1);
    latest.set(key, event.meta.version);
  }
});

test('the contact of the printed commands is left alone', () => {
  expect(events.some(({ event }) => 'contactId' in event && event.contactId === person.contactId)).toBe(false);
});
