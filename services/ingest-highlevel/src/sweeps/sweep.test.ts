import { createLogger } from '@fundlens/runtime/logger';
import { expect, it } from 'vitest';
import { forbidden } from '../crm-api/crm-errors.ts';
import { createMemoryMarks } from '../marks/testing/memory-marks.ts';
import { createSweeping, sweepRef } from './sweep.ts';

it('of a location that the API has closed has its installations read: the webhook of their end may be lost', async () => {
  const [now, marks, sweeps] = [Date.parse('2026-03-02T09:15:00Z'), createMemoryMarks(), createMemoryMarks()];
  const sweep = createSweeping({
    ...{ marks, sweeps, clock: () => now, maxUnlisted: 1, withAccess: true },
    client: { list: () => Promise.reject(forbidden('/locations/{id}')) },
    ...{ digests: { shown: () => '' }, mapEntity: async () => null },
    logger: createLogger({ service: 'test', level: 'silent', sanitize: (line) => line }),
  });
  const told = { at: now - 1, urgent: true };
  const said = { state: 'installed' as const, at: now - 1, installedAt: now - 1, name: null };
  for (const state of ['installed', 'transferred_out', 'uninstalled'] as const) {
    const ref = { kind: 'installation', locationId: 'loc-1', id: state } as const;
    await marks.mark(ref, { ...told, said });
    const [mark] = await marks.load([ref]);
    const claimed = mark && (await marks.claim(mark, { version: 1, until: now }));
    const known = { state, digest: 'd', shown: 's', installedAt: now - 1 };
    if (claimed) await marks.settle(claimed, { noted: { known, settled: 1 }, again: null });
  }
  await sweeps.mark(sweepRef('loc-1'), { at: now, urgent: false });
  for (const mark of await sweeps.due(now, { first: 'oldest', without: [], limit: 1 })) await sweep(mark);
  const due = await marks.due(now, { first: 'oldest', without: [], limit: 10 });
  expect(due.map(({ ref }) => ref.id)).toEqual(['installed', 'transferred_out']);
});
