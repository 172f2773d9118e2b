import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { propertySeed } from '@fundlens/testing/property-config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chosenFaults, FAULT_STAGE, happen } from './faults.ts';
import { rebuildUnder } from './rebuild.ts';
import { restoreUnder } from './restore.ts';
import { type OpenStage, openStage } from './stage.ts';

/**
 * One fault for each server and service, together where they do not hide each other; `npm run scenario -- faults` has all,
 * one by one. A frozen projector goes on as a zombie: its session has ended.
 */
const STRIKES = [
  { faults: 'kafka-killed,redis-emptied', seconds: 1 },
  { faults: 'registry-cut', seconds: 1 },
  { faults: 'mongodb-killed,projector-killed', seconds: 1 },
  { faults: 'projector-frozen,query-killed', seconds: 8 },
];
const REBUILT_BATCHES = 10;
const RESTORED_BATCHES = 2;
/** Of a scenario that takes a minute on two idle cores. */

const { seed } = propertySeed();
let stage: OpenStage | undefined;
let directory: string;

const open = (): OpenStage => {
  if (stage === undefined) throw new TypeError('the stage is open while a test runs');
  return stage;
};

beforeAll(async () => {
  console.log(`scenarios: seed ${seed} (PROPERTY_SEED repeats it)`);
  const data = fileURLToPath(new URL('../../.fundlens/', import.meta.url));
  mkdirSync(data, { recursive: true });
  directory = mkdtempSync(join(data, 'scenarios-'));
  stage = await openStage({
    ...{ seed, dataDirectory: directory, environment: process.env, report: () => undefined, options: {} },
    ...{ ...FAULT_STAGE, signal: new AbortController().signal },
  });
});
afterAll(async () => {
  await stage?.close();
  rmSync(directory, { recursive: true, force: true });
});

it.each(STRIKES)(
  '$faults: everything acknowledged is applied and every service answers again',
  async ({ faults, seconds }) => {
    expect(await happen(open(), chosenFaults(faults), { seconds })).toBeGreaterThanOrEqual(0);
  },
);

it('a rebuild that switches while a projector sleeps: readers notice nothing', async () => {
  expect(await rebuildUnder(open(), REBUILT_BATCHES)).toHaveProperty('rebuildSeconds');
});

it('an older MongoDB restored under running projectors: what it lacks comes from the log, and nobody who was erased comes back', async () => {
  expect(await restoreUnder(open(), RESTORED_BATCHES)).toHaveProperty('repeated.remaining', []);
});

it('after all of this: nothing is lost or applied twice, every answer was true, and no planted number is anywhere', async () => {
  const { checks } = await open().end();
  expect(checks.filter(({ broken }) => broken.length > 0)).toEqual([]);
});
