import { makeSlot, type Slot } from '@fundlens/read-models/slot';
import { beforeEach, expect, it } from 'vitest';
import { createReadFloors, type ReadFloors } from './read-floors.ts';

const entity = { locationId: 'loc', target: '/contacts/c-1' };
const state = (version: number): Slot =>
  makeSlot({ epoch: 0, version, occurredAt: 1, eventId: `event-${version}` }, { version });
/** `twin` is how the entity read before and after `second`; `null` is its deletion. */
const states = new Map<unknown, readonly Slot[]>([
  ['first', [state(1)]],
  ['twin', [state(2), state(4)]],
  ['second', [state(3)]],
  ['last', [state(5)]],
]);

let floors: ReadFloors;
const read = (data: unknown) => floors.read(entity, data, floors.of(entity));
beforeEach(() => {
  floors = createReadFloors({ statesLike: (_, data) => states.get(data) ?? [] });
});

it('finds an answer that is older than one read before, and one that is gone', () => {
  for (const data of ['second', 'first', null]) read(data);
  expect(floors.stale).toHaveLength(2);
  expect(floors.compared).toBe(2);
});

it('takes an answer that may be of a later state for one', () => {
  for (const data of [null, 'first', 'twin', 'second', 'twin', 'last']) read(data);
  expect(floors.stale).toEqual([]);
});

it('lets a question that was asked before the floor rose be answered by what was then', () => {
  const before = floors.of(entity);
  read('last');
  floors.read(entity, 'first', before);
  expect(floors.stale).toEqual([]);
});

it('says nothing of an entity whose states are forgotten', () => {
  const forgetful = createReadFloors({ statesLike: () => null });
  forgetful.read(entity, 'last', state(5));
  expect([forgetful.compared, forgetful.stale]).toEqual([0, []]);
});
