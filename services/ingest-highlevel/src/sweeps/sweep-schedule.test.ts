import { describe, expect, test } from 'vitest';
import type { EntityMark } from '../marks/mark.ts';
import { dueSweeps, type SweptLocation, sweepFigures, sweptLocations } from './sweep-schedule.ts';

const HOUR = 3_600_000;
const INTERVAL_MS = 24 * HOUR;
const NOW = 1_000 * HOUR;

function swept(locationId: string, hoursAgo: number | null, more: Partial<SweptLocation> = {}): SweptLocation {
  const completeAsOf = hoursAgo === null ? null : NOW - hoursAgo * HOUR;
  return { locationId, completeAsOf, failure: null, isMarked: false, ...more };
}
const failedMinutesAgo = (minutes: number) => ({ code: 'crm_forbidden', at: NOW - (minutes * HOUR) / 60 });

describe('which locations are swept', () => {
  const due = (locations: readonly SweptLocation[], intervalMs = INTERVAL_MS) =>
    dueSweeps(locations, NOW, intervalMs)
      .toSorted((a, b) => a.at - b.at)
      .map(({ locationId }) => locationId);

  test('those whose interval has passed, the longest waiting and the never swept first', () => {
    const all = [swept('recent', 23), swept('day', 24), swept('never', null), swept('week', 168)];
    expect(due(all)).toEqual(['never', 'week', 'day']);
    expect(due(all, 0)).toEqual([]);
  });

  test('one that failed waits, and is tried again', () => {
    expect(due([swept('failed', 48, { failure: failedMinutesAgo(29) })])).toEqual([]);
    expect(due([swept('failed', 1, { failure: failedMinutesAgo(30) })])).toEqual(['failed']);
  });

  test('none that is swept, or has been asked for', () => {
    expect(due([swept('begun', 48, { isMarked: true })])).toEqual([]);
  });

  test('locations with the app, and those of which no installation is known; none that it was removed from', () => {
    const of = (kind: 'location' | 'installation', locationId: string, state?: 'installed' | 'uninstalled') =>
      ({ ref: { kind, locationId, id: 'company' }, known: state ? { state } : null, token: null }) as EntityMark;
    const asked = { ...of('location', 'asked'), token: 't-1' };
    const found = sweptLocations(
      [
        ...[of('location', 'backfilled'), of('location', 'removed'), of('location', 'moved')],
        of('installation', 'removed', 'uninstalled'),
        of('installation', 'moved', 'uninstalled'),
        of('installation', 'moved', 'installed'),
        of('installation', 'new', 'installed'),
      ],
      [asked, of('location', 'removed')],
    );
    expect(found.map(({ locationId }) => locationId).toSorted()).toEqual(['asked', 'backfilled', 'moved', 'new']);
  });
});

describe('figures of sweeps', () => {
  test('each location counts once, and the figure is that of the oldest complete sweep', () => {
    const all = [
      ...[swept('a', 5), swept('b', 47), swept('c', 49), swept('d', null)],
      swept('e', 100, { failure: failedMinutesAgo(1) }),
    ];
    expect(sweepFigures(all, NOW, INTERVAL_MS)).toEqual({
      locations: { current: 2, overdue: 1, failed: 1, never: 1 },
      oldestAsOf: NOW - 100 * HOUR,
    });
  });

  test('without a complete sweep there is no age', () => {
    expect(sweepFigures([swept('a', null)], NOW, INTERVAL_MS).oldestAsOf).toBeNull();
  });
});
