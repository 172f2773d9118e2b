import { type EntityRef, entityName } from '../../entity-ref.ts';
import type { EntityState, EntityStates } from '../entity-state.ts';

/** States in memory, for schedules by the thousand; the conformance suite holds it to the store. */
export function createMemoryEntityStates(): EntityStates {
  const stored = new Map<string, EntityState>();
  const due = (now: number) =>
    [...stored.values()]
      .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
      .toSorted((left, right) => (left.dueAt ?? 0) - (right.dueAt ?? 0));
  return {
    load: async (ref) => stored.get(entityName(ref)) ?? null,
    async swap(previous, next) {
      const name = entityName(next.ref);
      if ((stored.get(name)?.revision ?? null) !== (previous?.revision ?? null)) return false;
      stored.set(name, next);
      return true;
    },
    due: async (now, limit) =>
      due(now)
        .slice(0, limit)
        .map(({ ref }): EntityRef => ref),
    backlog: async (now) => ({ entities: due(now).length, oldestDueAt: due(now)[0]?.dueAt ?? null }),
    list: async ({ kind, locationId }, { afterId, limit }) =>
      [...stored.values()]
        .filter(
          ({ ref }) => ref.kind === kind && ref.locationId === locationId && (afterId === null || ref.id > afterId),
        )
        .toSorted((left, right) => (left.ref.id < right.ref.id ? -1 : 1))
        .slice(0, limit),
  };
}
