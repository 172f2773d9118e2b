import { createLogger } from '@fundlens/runtime/logger';
import { expect, test } from 'vitest';
import type { EntityRef } from '../entity-ref.ts';
import type { EntityState } from '../versioning/entity-state.ts';
import { createUnlistedStep, FIRST_UNLISTED, type UnlistedPlace } from './unlisted-step.ts';

const logger = createLogger({ service: 'test', level: 'silent', sanitize: (line) => line });

function stateOf(ref: EntityRef, deleted: boolean): EntityState {
  const seen = { from: 0, to: 0 };
  const content = { deleted, digest: '', seen, updatedAt: null, present: [], instants: { exact: true }, listing: null };
  return { ref, revision: 1, version: 1, settled: 1, unresolved: false, content, contactIds: [], dueAt: null };
}

/** Contacts in the log, by id: whether they are deleted there, and which are listed. */
async function walked(known: ReadonlyMap<string, boolean>, shown: ReadonlySet<string>, maxUnlisted = 1_000) {
  const readBack: string[] = [];
  const states = [...known].map(([id, deleted]) => stateOf({ kind: 'contact', locationId: 'loc-1', id }, deleted));
  const step = createUnlistedStep({
    ...{ locationId: 'loc-1', maxUnlisted, logger },
    states: {
      list: async ({ kind }, { afterId, limit }) =>
        states.filter(({ ref }) => ref.kind === kind && (afterId === null || ref.id > afterId)).slice(0, limit),
    },
    listed: async (_kind, ids) => new Set(ids.filter((id) => shown.has(id))),
    async readBack({ id }) {
      readBack.push(id);
      return 'read';
    },
  });
  for (let place: UnlistedPlace | null = FIRST_UNLISTED; place !== null; place = (await step(place)).next);
  return readBack.toSorted();
}

const idOf = (n: number) => `contact-${String(n).padStart(4, '0')}`;
const numbers = Array.from({ length: 1_300 }, (_, n) => n);

test('reads back what lives in the log and is not listed, over several pages, and nothing else', async () => {
  const known = new Map(numbers.map((n) => [idOf(n), n % 3 === 0]));
  const shown = new Set(numbers.filter((n) => n % 7 !== 1).map(idOf));
  const wanted = numbers.filter((n) => n % 3 !== 0 && n % 7 === 1).map(idOf);
  expect(await walked(known, shown)).toEqual(wanted);
});

test('an empty listing of a large location reads back a bounded number, and stops', async () => {
  const known = new Map(numbers.map((n) => [idOf(n), false]));
  await expect(walked(known, new Set())).rejects.toMatchObject({ code: 'sweep_many_unlisted' });
  await expect(walked(known, new Set(), 1_300)).resolves.toHaveLength(1_300);
});
