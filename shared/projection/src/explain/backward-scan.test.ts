import { expect, it } from 'vitest';
import type { SourceRecord } from '../log/source.ts';
import { type ScanLimits, type ScanOptions, type ScanRange, scanBackwards } from './backward-scan.ts';

const ZERO = { topic: 'crm', partition: 0 };

/** What is read of partitions whose logs have a record at every offset. */
async function scanned(
  range: Partial<ScanRange>,
  limits: Partial<ScanLimits> = {},
  options: Partial<ScanOptions> = {},
) {
  const reads: string[] = [];
  let now = 0;
  const reader: ScanOptions['reader'] = {
    async read({ partition }, { from, to }, take) {
      reads.push(`${partition}: ${from}-${to}`);
      now += to - from;
      await take(Array.from({ length: to - from }, (_, at) => record(from + at)));
    },
  };
  const ranges = [{ topicPartition: ZERO, floor: 0, end: 10_000, floorIs: 'since' as const, needed: 10_000, ...range }];
  const found = await scanBackwards(ranges, {
    reader,
    limits: { records: 1_000_000, matches: 100, milliseconds: null, ...limits },
    monotonic: () => now,
    take: async () => 0,
    isDone: () => false,
    progress: () => undefined,
    ...options,
  });
  return { reads, found };
}

const record = (offset: number): SourceRecord => ({ offset, key: null, value: null, appendedAt: offset });

it('reads from the end to the floor, in chunks that grow and that lie without a gap', async () => {
  const { reads, found } = await scanned({});
  expect(reads).toEqual(['0: 9000-10000', '0: 5000-9000', '0: 4000-5000', '0: 0-4000']);
  expect(found).toEqual([{ ...ZERO, from: 0, end: 10_000, bound: 'since' }]);
});

it('reads nothing where there is nothing, and says so', async () => {
  const { reads, found } = await scanned({ floor: 10_000, floorIs: 'applied' });
  expect([reads, found]).toEqual([[], [{ ...ZERO, from: 10_000, end: 10_000, bound: 'applied' }]]);
});

it('ends when nothing more matters, but never before it has read what is needed', async () => {
  const done = { isDone: () => true };
  expect((await scanned({}, {}, done)).found).toMatchObject([{ from: 9_000, bound: 'found' }]);
  expect((await scanned({ needed: 8_500 }, {}, done)).found).toMatchObject([{ from: 5_000, bound: 'found' }]);
  expect((await scanned({ floor: 9_000 }, {}, done)).found).toMatchObject([{ from: 9_000, bound: 'since' }]);
});

it('ends at the limit of records exactly, of matches and of time after the chunk, and names which', async () => {
  const records = await scanned({}, { records: 1_500 });
  expect([records.reads, records.found]).toMatchObject([
    ['0: 9000-10000', '0: 8500-9000'],
    [{ from: 8_500, bound: 'records' }],
  ]);
  const matches = await scanned({}, { matches: 3 }, { take: async () => 3 });
  expect(matches.found).toMatchObject([{ from: 9_000, bound: 'matches' }]);
  const time = await scanned({}, { milliseconds: 900 });
  expect(time.found).toMatchObject([{ from: 9_000, bound: 'time' }]);
});

it('tells how far it is, and ends with what the reader or the taker throws', async () => {
  const told: string[] = [];
  await scanned({}, { records: 6_000 }, { progress: (read, total) => void told.push(`${read}/${total}`) });
  expect(told).toEqual(['1000/6000', '5000/6000', '6000/6000']);
  await expect(scanned({}, {}, { take: () => Promise.reject(new Error('registry away')) })).rejects.toThrow('registry');
});
