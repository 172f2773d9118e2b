import { describe, expect, it } from 'vitest';
import { createPendingDashboardCheck } from './pending-dashboard-check.ts';

const versions = [{ version: 'contacts_v1', streams: ['crm', 'funding'] }] as const;
const announced = [...versions, { version: 'contacts_v2', streams: ['crm', 'funding'] }] as const;

function scene(results: readonly (number | null | Error)[]) {
  const locations: string[] = [];
  const check = createPendingDashboardCheck(async (locationIds) => {
    const result = results[locations.push(locationIds.join()) - 1];
    if (result instanceof Error) throw result;
    return result ?? null;
  });
  return { locations, check };
}

describe('the check for uncounted events', () => {
  it('is made once for all requests with the same snapshot', async () => {
    const { locations, check } = scene([7]);
    const query = { locationIds: ['loc-1'], versions, snapshot: {} };
    expect(await Promise.all([check(query), check(query)])).toEqual([7, 7]);
    expect(await check({ ...query })).toBe(7);
    expect(locations).toEqual(['loc-1']);
  });

  it('is made again for the next snapshot, another location, and another version', async () => {
    const { locations, check } = scene([1, 2, 3, 4]);
    const snapshot = {};
    expect(await check({ locationIds: ['loc-1'], versions, snapshot })).toBe(1);
    expect(await check({ locationIds: ['loc-1'], versions, snapshot: {} })).toBe(2);
    expect(await check({ locationIds: ['loc-2'], versions, snapshot })).toBe(3);
    expect(await check({ locationIds: ['loc-1'], versions: announced, snapshot })).toBe(4);
    expect(locations).toEqual(['loc-1', 'loc-1', 'loc-2', 'loc-1']);
  });

  it('is made again after an outage', async () => {
    const { check } = scene([new Error('away'), 5]);
    const query = { locationIds: ['loc-1'], versions, snapshot: {} };
    await expect(check(query)).rejects.toThrow('away');
    expect(await check(query)).toBe(5);
  });
});
