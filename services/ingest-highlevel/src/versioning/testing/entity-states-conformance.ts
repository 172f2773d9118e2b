import { beforeEach, describe, expect, it } from 'vitest';
import type { EntityRef } from '../../entity-ref.ts';
import type { EntityState, EntityStates } from '../entity-state.ts';

const NOW = Date.parse('2026-03-02T09:15:00Z');

function state(ref: EntityRef, changed: Partial<EntityState> = {}): EntityState {
  return {
    ...{ ref, revision: 1, version: NOW * 1_000, settled: 0, unresolved: false, contactIds: ['c-1'], dueAt: null },
    content: {
      ...{
        deleted: false,
        digest: 'digest',
        seen: { from: NOW - 1, to: NOW },
        updatedAt: null,
        present: ['firstName'],
      },
      ...{ instants: { stageId: 's-1', stageChangedAt: NOW, exact: false }, listing: null },
    },
    ...changed,
  };
}

/** What every implementation of the states must do. @param open of a state of its own */
export function describeEntityStates(name: string, open: () => Promise<EntityStates>): void {
  const contact = (id: string, locationId = 'loc-1'): EntityRef => ({ kind: 'contact', locationId, id });
  const all = { afterId: null, limit: 100 };

  describe(`entity states ${name}`, () => {
    let states: EntityStates;
    beforeEach(async () => {
      states = await open();
    });

    it('give back what was stored', async () => {
      const refs: EntityRef[] = [contact('c-1'), { kind: 'company', locationId: null, id: 'co-1' }];
      for (const ref of refs) {
        expect(await states.load(ref)).toBeNull();
        expect(await states.swap(null, state(ref, { dueAt: NOW }))).toBe(true);
        expect(await states.load(ref)).toEqual(state(ref, { dueAt: NOW }));
      }
      const first = state(contact('c-1'), { dueAt: NOW });
      expect(await states.swap(first, { ...first, revision: 2, dueAt: null, content: null })).toBe(true);
      expect(await states.load(contact('c-1'))).toEqual({ ...first, revision: 2, dueAt: null, content: null });
    });

    it('are swapped by one of many that try at once', async () => {
      const created = await Promise.all(Array.from({ length: 10 }, () => states.swap(null, state(contact('c-1')))));
      expect(created.filter(Boolean)).toHaveLength(1);
      const first = state(contact('c-1'));
      const swaps = Array.from({ length: 10 }, (_, n) => states.swap(first, { ...first, revision: 2, version: n }));
      expect((await Promise.all(swaps)).filter(Boolean)).toHaveLength(1);
      expect(await states.swap(first, { ...first, revision: 2 })).toBe(false);
      expect(await states.swap(null, first)).toBe(false);
    });

    it('tell which read-backs are due, the longest waiting first', async () => {
      await states.swap(null, state(contact('later'), { dueAt: NOW + 1 }));
      await states.swap(null, state(contact('second'), { dueAt: NOW }));
      await states.swap(null, state(contact('first'), { dueAt: NOW - 5 }));
      await states.swap(null, state(contact('none')));
      expect((await states.due(NOW, 10)).map(({ id }) => id)).toEqual(['first', 'second']);
      expect(await states.due(NOW, 1)).toHaveLength(1);
      expect(await states.backlog(NOW)).toEqual({ entities: 2, oldestDueAt: NOW - 5 });
      expect(await states.backlog(NOW - 6)).toEqual({ entities: 0, oldestDueAt: null });
    });

    it('list the entities of one kind and location, page by page, and of no other', async () => {
      for (const id of ['c-2', 'c-1', 'c-10']) await states.swap(null, state(contact(id)));
      await states.swap(null, state(contact('c-3', 'loc-10')));
      await states.swap(null, state(contact('c-4', 'loc-')));
      await states.swap(null, state({ kind: 'opportunity', locationId: 'loc-1', id: 'o-1' }));
      const of = { kind: 'contact', locationId: 'loc-1' } as const;
      expect((await states.list(of, all)).map(({ ref }) => ref.id)).toEqual(['c-1', 'c-10', 'c-2']);
      const page = await states.list(of, { afterId: 'c-1', limit: 1 });
      expect(page.map(({ ref }) => ref.id)).toEqual(['c-10']);
    });
  });
}
