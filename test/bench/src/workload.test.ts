import { describe, expect, it } from 'vitest';
import { contactHistory, LOCATIONS, liveChange, mixedEvents, workloads } from './workload.ts';

const CONTACTS = 2_000;
const history = () =>
  [...contactHistory(10 * CONTACTS)].map(({ event }) => ({
    contactId: 'contactId' in event ? event.contactId : '',
    version: event.meta.version,
    eventId: event.meta.eventId,
    locationId: event.meta.locationId,
  }));

describe('the history of contacts', () => {
  const events = history();
  const unique = new Set(events.map(({ eventId }) => eventId));

  it('is ten states of each contact, the same in every run', () => {
    expect(unique.size).toBe(10 * CONTACTS);
    expect(new Set(events.map(({ contactId }) => contactId)).size).toBe(CONTACTS);
    expect(new Set(events.map(({ version }) => version))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
    expect(history()).toEqual(events);
  });

  it('comes in turns: the first state of all contacts before the second of any, but for what is swapped', () => {
    const early = events.slice(0, CONTACTS / 2);

    expect(new Set(early.map(({ contactId }) => contactId)).size).toBe(early.length);
    expect(early.filter(({ version }) => version > 2)).toEqual([]);
  });

  it('has 1 % of its events twice, of contacts of all locations', () => {
    const seen = new Set<string>();
    const repeated = events.filter(({ eventId }) => seen.size === seen.add(eventId).size);

    expect(repeated.length / unique.size).toBeCloseTo(0.01, 3);
    expect(new Set(repeated.map(({ locationId }) => locationId)).size).toBe(LOCATIONS.length);
  });

  it('has 1 % of its events after a newer one of the same contact', () => {
    const newest = new Map<string, number>();
    const seen = new Set<string>();
    const late = events.filter(({ contactId, version, eventId }) => {
      const isNew = seen.size !== seen.add(eventId).size;
      const before = newest.get(contactId) ?? 0;
      newest.set(contactId, Math.max(before, version));
      return isNew && version < before;
    });

    expect(late.length / unique.size).toBeCloseTo(0.01, 3);
    expect(new Set(late.map(({ locationId }) => locationId)).size).toBe(LOCATIONS.length);
  });
});

describe('the workloads', () => {
  it('are as many events as were asked for, and a quarter of them', () => {
    expect(workloads.map(({ name, share }) => [name, share])).toEqual([
      ['contacts', 1],
      ['mixed', 0.25],
    ]);
    expect([...mixedEvents(50)]).toHaveLength(50);
  });
});

describe('live changes', () => {
  it('go around the contacts, a version higher each time', () => {
    const changes = [0, 1, 2, 3].map((index) => liveChange(index, 2));

    expect(changes.map(({ contactId, version }) => [contactId, version])).toEqual([
      ['contact-00000000', 1],
      ['contact-00000001', 1],
      ['contact-00000000', 2],
      ['contact-00000001', 2],
    ]);
    expect(changes[3]?.event.event.meta.version).toBe(2);
  });
});
