import { describe, expect, it } from 'vitest';
import { createPendingDashboardChecks } from './pending-dashboard-checks.ts';

const models = [{ version: 'contacts_v1', streams: ['crm', 'funding'] }] as const;
const announced = [...models, { version: 'contacts_v2', streams: ['crm', 'funding'] }] as const;

function scene(answers: readonly (number | null | Error)[]) {
  const asked: string[] = [];
  const looks = createPendingDashboardChecks(async (locationId) => {
    const answer = answers[asked.push(locationId) - 1];
    if (answer instanceof Error) throw answer;
    return answer ?? null;
  });
  return { asked, looks };
}

describe('what is not yet counted', () => {
  it('is looked for once by all who are told the same', async () => {
    const { asked, looks } = scene([7]);
    const told = {};
    const wanted = { locationId: 'loc-1', models, told };
    expect(await Promise.all([looks.since(wanted), looks.since(wanted)])).toEqual([7, 7]);
    expect(await looks.since({ ...wanted })).toBe(7);
    expect(asked).toEqual(['loc-1']);
  });

  it('is looked for again with the next news, in another location, and in another version', async () => {
    const { asked, looks } = scene([1, 2, 3, 4]);
    const told = {};
    expect(await looks.since({ locationId: 'loc-1', models, told })).toBe(1);
    expect(await looks.since({ locationId: 'loc-1', models, told: {} })).toBe(2);
    expect(await looks.since({ locationId: 'loc-2', models, told })).toBe(3);
    expect(await looks.since({ locationId: 'loc-1', models: announced, told })).toBe(4);
    expect(asked).toEqual(['loc-1', 'loc-1', 'loc-2', 'loc-1']);
  });

  it('is looked for again after an outage', async () => {
    const { looks } = scene([new Error('away'), 5]);
    const wanted = { locationId: 'loc-1', models, told: {} };
    await expect(looks.since(wanted)).rejects.toThrow('away');
    expect(await looks.since(wanted)).toBe(5);
  });
});
