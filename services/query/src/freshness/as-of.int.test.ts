import { CHECKPOINTS } from '@fundlens/read-models/checkpoint';
import { expect, it } from 'vitest';
import { queryHarness } from '../testing/query-harness.ts';

const at = (second: number) => Date.UTC(2026, 0, 1, 0, 0, second);
const shown = (second: number) => new Date(at(second)).toISOString();
const justBefore = (second: number) => new Date(at(second) - 1).toISOString();

const harness = await queryHarness();
const { fixtures } = harness;
const { token } = await fixtures.tenant({ companyId: 'acme', locationId: 'l1' });
const query = await harness.start();

const asOf = async (path: string) => (await query.get(path, { token })).headers.get('x-data-as-of');

/** The projector's progress changes, and is looked at again. */
async function reach(crm: readonly { asOf: number }[], funding: readonly { asOf: number }[] = []): Promise<void> {
  await fixtures.progress('crm', 'crm', crm);
  if (funding.length > 0) await fixtures.progress('funding', 'funding', funding);
  harness.pass();
}

it('is in no response before the projector has stored its progress', async () => {
  expect(await asOf('/contacts/c1')).toBeNull();
});

it('is that of the slowest partition of everything that the response is made from', async () => {
  await fixtures.progress('access', 'access', [{ asOf: at(40) }]);
  await reach([{ asOf: at(20) }, { asOf: at(10) }], [{ asOf: at(5) }, { asOf: at(30) }]);
  const expected = {
    '/contacts/c1': shown(5),
    '/contacts': shown(5),
    '/deals': shown(10),
    '/credit-reports?requestId=r1': shown(5),
    '/pipeline': shown(5),
    '/locations': shown(10),
    '/custom-fields': shown(10),
    '/dashboard/stats': shown(5),
    '/pipeline/stages': shown(5),
    '/credential': null,
  };
  for (const [path, time] of Object.entries(expected)) expect([path, await asOf(path)]).toEqual([path, time]);
});

it('is in 404 and 304 responses too', async () => {
  const held = await query.get('/contacts/c1', { token, headers: { 'If-None-Match': '*' } });
  const missing = await query.get('/contacts/missing', { token });
  expect([held.status, held.headers.get('x-data-as-of')]).toEqual([304, shown(5)]);
  expect([missing.status, missing.headers.get('x-data-as-of')]).toEqual([404, shown(5)]);
});

it('is that of the oldest change that the dashboard does not show yet, of its own location', async () => {
  const endOther = await fixtures.uncounted('elsewhere', at(1), 'contacts');
  const ends = [
    await fixtures.uncounted('l1', at(4), 'contacts'),
    await fixtures.uncounted('l1', at(3), 'deals'),
    await fixtures.uncounted('l1', at(2), 'locations'),
  ];
  for (const second of [2, 3, 4]) {
    harness.pass();
    for (const path of ['/dashboard/stats', '/pipeline/stages']) expect(await asOf(path)).toBe(justBefore(second));
    await ends.pop()?.();
  }
  await endOther();
  harness.pass();
  expect(await asOf('/dashboard/stats')).toBe(shown(5));
});

it('is that of the oldest change of all locations where a company is asked for, and of no other one', async () => {
  const agency = await fixtures.credential({ reach: 'agency', companyId: 'acme' });
  await fixtures.location('l1-2', 'acme');
  const ends = [
    await fixtures.uncounted('l1', at(4), 'contacts'),
    await fixtures.uncounted('l1-2', at(3), 'deals'),
    await fixtures.uncounted('l1-2', at(2), 'locations'),
  ];
  // Its key is between those of the company's locations.
  await fixtures.uncounted('l1-3', at(1), 'contacts');
  const ask = async () => {
    harness.pass();
    const { headers } = await query.get('/dashboard/stats?scope=company', { token: agency });
    return headers.get('x-data-as-of');
  };
  for (const second of [2, 3, 4]) {
    expect(await ask()).toBe(justBefore(second));
    await ends.pop()?.();
  }
  expect(await ask()).toBe(shown(5));
});

it('is absent when a partition claims a time in the future', async () => {
  await reach([{ asOf: at(20) }, { asOf: Date.now() + 3_600_000 }]);
  expect(await asOf('/contacts/c1')).toBeNull();
});

it('is absent while a partition has never been read, and so is the age in the metrics', async () => {
  await harness.db.collection(CHECKPOINTS).deleteMany({ topic: 'funding', partition: 0 });
  await reach([{ asOf: at(20) }, { asOf: at(10) }]);
  expect([await asOf('/pipeline'), await asOf('/deals')]).toEqual([null, shown(10)]);
  const { text } = await query.admin('/metrics');
  expect(text).toContain('fundlens_query_data_age_known{model="contacts"} 0\n');
  expect(text).not.toContain('fundlens_query_data_age_seconds{model="contacts"}');
  const age = Number(/^fundlens_query_data_age_seconds\{model="deals"\} (.+)$/m.exec(text)?.[1]);
  expect(Math.abs(age - (Date.now() - at(10)) / 1_000)).toBeLessThan(60);
});
