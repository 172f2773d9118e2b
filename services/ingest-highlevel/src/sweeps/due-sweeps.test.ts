import { describe, expect, test } from 'vitest';
import { dueSweeps, openLocations, sweepFigures } from './due-sweeps.ts';
import { FIRST_PLACE } from './sweep-place.ts';
import type { SweepRecord } from './sweep-record.ts';

const HOUR = 3_600_000;
const SCHEDULE = { intervalMs: 24 * HOUR, retryMs: HOUR };
const NOW = 1_000 * HOUR;

function sweep(locationId: string, hoursAgo: number | null, more: Partial<SweepRecord> = {}): SweepRecord {
  const completeAsOf = hoursAgo === null ? null : NOW - hoursAgo * HOUR;
  const none = { triedAt: completeAsOf, failure: null, wanted: false, place: null };
  return { locationId, ...none, completeAsOf, ...more };
}

describe('which locations are swept', () => {
  test('those whose interval has passed, the longest waiting and the never swept first', () => {
    const sweeps = [sweep('recent', 23), sweep('day', 24), sweep('never', null), sweep('week', 168)];
    expect(dueSweeps(sweeps, NOW, SCHEDULE)).toEqual(['never', 'week', 'day']);
  });

  test('one that failed waits, and is tried again', () => {
    const failed = (minutes: number) =>
      sweep('failed', 48, { failure: 'crm_forbidden', triedAt: NOW - (minutes * HOUR) / 60 });
    expect(dueSweeps([failed(59)], NOW, SCHEDULE)).toEqual([]);
    expect(dueSweeps([failed(60)], NOW, SCHEDULE)).toEqual(['failed']);
  });

  test('one that is asked for first, one that has begun too, and where no interval is set no other', () => {
    const sweeps = [
      sweep('never', null),
      sweep('begun', 1, { place: FIRST_PLACE }),
      sweep('asked', 1, { wanted: true }),
    ];
    expect(dueSweeps(sweeps, NOW, SCHEDULE)).toEqual(['asked', 'never', 'begun']);
    expect(dueSweeps(sweeps, NOW, { ...SCHEDULE, intervalMs: 0 })).toEqual(['asked', 'begun']);
  });

  test('locations with the app, and those of which no installation is known; none that it was removed from', () => {
    const of = (kind: 'location' | 'installation', locationId: string, state?: 'installed' | 'uninstalled') => {
      const known = state === undefined ? null : { state, digest: '', shown: '', installedAt: null };
      return { ref: { kind, locationId, id: 'company' }, known };
    };
    const found = openLocations([
      ...[of('location', 'backfilled'), of('location', 'removed'), of('location', 'moved')],
      of('installation', 'removed', 'uninstalled'),
      of('installation', 'moved', 'uninstalled'),
      of('installation', 'moved', 'installed'),
      of('installation', 'new', 'installed'),
    ]);
    expect(found).toEqual(['backfilled', 'moved', 'new']);
  });
});

describe('figures of sweeps', () => {
  test('each location counts once, and the figure is that of the oldest complete sweep', () => {
    const sweeps = [
      ...[sweep('a', 5), sweep('b', 47), sweep('c', 49), sweep('d', null)],
      sweep('e', 100, { failure: 'crm_unavailable' }),
    ];
    expect(sweepFigures(sweeps, NOW, SCHEDULE.intervalMs)).toEqual({
      locations: { current: 2, overdue: 1, failed: 1, never: 1 },
      oldestAsOf: NOW - 100 * HOUR,
    });
  });

  test('without a complete sweep there is no age', () => {
    expect(sweepFigures([sweep('a', null)], NOW, SCHEDULE.intervalMs).oldestAsOf).toBeNull();
  });
});
