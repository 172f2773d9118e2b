import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { history, type Traits, traitsOf } from './history-arbitraries.ts';
import { propertySeed } from './property-config.ts';

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 120_000 });

const { seed } = propertySeed();
const HISTORIES = 150;
/** Each difficulty must be in at least this share of histories, or the convergence tests say little about it. */
const MIN_SHARE = 0.05;

test('histories contain ties, epochs, deletions without fields, late events, duplicates and several children', () => {
  const samples = fc.sample(history, { seed, numRuns: HISTORIES }).map(traitsOf);
  const names = Object.keys(samples[0] ?? {}) as (keyof Traits)[];
  const shares = names.map((name) => ({ name, share: samples.filter((traits) => traits[name]).length / HISTORIES }));
  const shown = shares.map(({ name, share }) => `${name} ${Math.round(share * 100)} %`).join(', ');
  console.info(`histories: ${HISTORIES}, seed ${seed}: ${shown}`);

  expect(names).toHaveLength(8);
  for (const { name, share } of shares) expect(share, name).toBeGreaterThan(MIN_SHARE);
});
