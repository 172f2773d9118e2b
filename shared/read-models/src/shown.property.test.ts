import { eventState } from '@fundlens/contracts/event-state';
import { definitionOf, type EventType, eventTypes } from '@fundlens/contracts/event-types';
import { arbitraryEvent } from '@fundlens/testing/event-arbitraries';
import { propertyRuns, propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shown } from './shown.ts';

const run = { ...propertySeed(), numRuns: propertyRuns(200) };

/** A report is no part of a state that is shown. */
const shownTypes = eventTypes.filter((type) => type !== 'CreditReportStored');

function plain(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item));
  if (typeof value === 'number' && name.endsWith('At')) return new Date(value).toISOString();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member, key)]));
}

function without(value: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

test.each(shownTypes)('what is shown of %s is its state, rendered plainly, and fits the schema', (type: EventType) => {
  const leftOut = definitionOf(type).redaction.droppedPaths;
  const state = eventState(type, ...(leftOut as never[]));
  const { body, text } = shown(state, 'ownId');
  fc.assert(
    fc.property(arbitraryEvent(type), ({ event }) => {
      const said = text(state.of(event as never), 'id-1') as string;
      const expected = { ownId: 'id-1', ...without(plain(event) as object, ['meta', ...leftOut]) };
      expect(JSON.parse(said)).toEqual(JSON.parse(JSON.stringify(expected)));
      expect(body.safeParse(JSON.parse(said)).error).toBeUndefined();
    }),
    run,
  );
});

test('a field that a state lacks is shown as null', () => {
  const { text } = shown(eventState('CompanyChanged', 'companyId'), null);
  expect(text({ name: 'A' } as never, '')).toBe('{"name":"A","state":null,"dailyQuota":null}');
});
