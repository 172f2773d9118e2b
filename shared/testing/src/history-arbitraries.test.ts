import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { deliveryOf, eventStream, history, SMALL_WORLD, type Traits, traitsOf } from './history-arbitraries.ts';
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

test('a delivery holds every published event at least once and no other', () => {
  const deliveries = fc
    .array(fc.nat({ max: 50 }), { minLength: 1 })
    .chain((published) => deliveryOf(published).map((batches) => ({ published, delivered: batches.flat() })));
  fc.assert(
    fc.property(deliveries, ({ published, delivered }) => {
      expect(new Set(delivered)).toEqual(new Set(published));
      expect(delivered.length).toBeGreaterThanOrEqual(published.length);
    }),
    { seed },
  );
});

test('deliveries reorder, repeat and batch', () => {
  const published = [1, 2, 3, 4, 5];
  const deliveries = fc.sample(deliveryOf(published), { seed, numRuns: 100 });
  const flat = deliveries.map((batches) => batches.flat());

  expect(deliveries.some((batches) => batches.length > 2)).toBe(true);
  expect(flat.some((delivered) => delivered.length > published.length)).toBe(true);
  expect(flat.some((delivered) => delivered.slice(0, 5).join() !== published.join())).toBe(true);
});

test('a stream has as many events as asked for, and the same ones for the same seed', () => {
  const options = { world: { ...SMALL_WORLD, locations: ['loc-9'] }, count: 500, seed };
  const stream = eventStream(options);
  expect(stream).toHaveLength(500);
  expect(eventStream(options)).toEqual(stream);
  expect(new Set(stream.map(({ event }) => event.meta.locationId))).toEqual(new Set(['loc-9', null]));
});
