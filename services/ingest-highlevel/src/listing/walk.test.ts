import { RetryableError } from '@fundlens/runtime/errors';
import { expect, test } from 'vitest';
import { stopped } from '../crm-api/crm-errors.ts';
import { createMemoryWalkRecords } from '../testing/memory-walk-records.ts';
import { runClaimedWalk } from './claimed-walk.ts';
import { walk } from './walk.ts';

test('a signal ends the walk between two steps, with everything saved', async () => {
  const stopping = new AbortController();
  const state = await walk<{ readonly page: number }>(
    { place: { page: 0 }, tally: {} },
    {
      signal: stopping.signal,
      async step({ page }) {
        if (page === 2) stopping.abort();
        return { kind: 'contact', outcomes: [], next: { page: page + 1 } };
      },
      save: async () => undefined,
    },
  );
  expect(state.place).toEqual({ page: 3 });
});

const NAME = { purpose: 'sweep', locationId: 'loc-1' } as const;

async function failureAfter(error: Error): Promise<string | null | undefined> {
  const records = createMemoryWalkRecords<number>(() => 1);
  const claimed = await records.claim(NAME, { first: 0, again: false });
  if (claimed === null) throw new Error('the walk is not claimed');
  const step = () => Promise.reject(error);
  const run = runClaimedWalk(claimed, { records, step, signal: new AbortController().signal, renewMs: 60_000 });
  await expect(run).rejects.toBe(error);
  return (await records.summaries('sweep'))[0]?.failure;
}

test('the failure that ended a walk is kept, but the end of the process is none', async () => {
  expect(await failureAfter(new RetryableError('kafka_unavailable', 'Kafka is away.'))).toBe('kafka_unavailable');
  expect(await failureAfter(stopped('/contacts/search'))).toBeNull();
});
