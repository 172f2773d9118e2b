import { describe, expect, it } from 'vitest';
import { contactEvents, liveChange, mixedEvents } from './workload.ts';

describe('the workloads', () => {
  it('are as many events as were asked for, the same in every run', () => {
    expect([...mixedEvents(50)]).toHaveLength(50);
    expect([...contactEvents(30, 10)]).toEqual([...contactEvents(30, 10)]);
  });

  it('have the first state of all contacts before the second of any', () => {
    const versions = [...contactEvents(6, 2)].map(({ event }) => event.meta.version);

    expect(versions).toEqual([1, 1, 1, 2, 2, 2]);
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
  });
});
