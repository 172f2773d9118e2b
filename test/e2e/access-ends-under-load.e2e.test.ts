import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { applicationOf, COMPANY, LOCATIONS } from '../bench/src/workload.ts';
import { accessEndings } from '../harness/access-endings.ts';
import { type BulkImport, startBulkImport } from '../harness/bulk-import.ts';
import { watchRefusal } from '../harness/refusal-watch.ts';
import { company, installedLocation } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';

/** The order of things, not how long they take. */

const OF_EACH_KIND = 3;
const EVENTS_WAITING = 3_000;
/** Longer than any cache may hold what it knows. */
const AFTERWARDS_MS = 1_500;
const GIVE_UP_MS = 60_000;
const OUTAGE = 500;

let system: TestSystem;
let services: QueryService[];
let bulk: BulkImport;

const endings = Object.entries(accessEndings).flatMap(([name, make]) =>
  Array.from({ length: OF_EACH_KIND }, (_, index) => {
    const unique = `${name.replaceAll(' ', '-')}-${index}`;
    return { unique, ...make(unique) };
  }),
);

beforeAll(async () => {
  system = await createTestSystem({ name: 'ends', stack: inject('stack') });
  await system.startProjector();
  await system.publish([
    company(COMPANY),
    ...LOCATIONS.flatMap((locationId) => installedLocation(locationId, COMPANY)),
    ...endings.flatMap(({ before }) => before),
  ]);
  await system.applied.all();
  services = [await system.startQuery(), await system.startQuery()];
  bulk = await startBulkImport({ system, eventsOf: applicationOf, pace: { waiting: EVENTS_WAITING } });
});

afterAll(async () => {
  await bulk?.stop();
  await system?.stop();
});

it('access that ends during a bulk import is refused by every service, and by none is it served again', async () => {
  const watched = await Promise.all(
    endings.map(async ({ unique, token, target, refusal, change }) => {
      const refusals = await watchRefusal({
        asks: services.map((service) => async () => (await service.get({ token, target })).status),
        refusal,
        change: () => system.publish(change),
        pauseMs: 50,
        afterwardsMs: AFTERWARDS_MS,
        giveUpMs: GIVE_UP_MS,
      });
      return refusals.map((seen) => ({ unique, ...seen }));
    }),
  );

  const all = watched.flat();
  expect(all).toHaveLength(endings.length * services.length);
  expect(all.filter(({ refusedAt }) => refusedAt === null)).toEqual([]);
  expect(all.filter(({ servedAgain }) => servedAgain > 0)).toEqual([]);
  expect(all.filter(({ askedAgain }) => askedAgain === 0)).toEqual([]);
  expect(all.flatMap(({ otherStatuses }) => otherStatuses).filter((status) => status !== OUTAGE)).toEqual([]);
  // The projector had other things to do all the time.
  expect(bulk.leastWaiting()).toBeGreaterThan(0);
});
