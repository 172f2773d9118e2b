import { beforeEach, expect, it } from 'vitest';
import { MemoryDatabase } from './memory-database.ts';

/** What a replica set does to writes and readers while its members differ. One server alone cannot show it. */

let database: MemoryDatabase;
beforeEach(() => {
  database = new MemoryDatabase();
});
const ofMajority = () => Object.fromEntries(database.ofMajority<number>('c'));
const onPrimary = (id: string) => database.onPrimary<number>('c', id);

it('shows a write to guards at once, and to readers when the majority has it, in the order of writes', () => {
  database.put('c', 'a', 1);
  const first = database.position();
  database.put('c', 'b', 2);
  expect([onPrimary('a'), onPrimary('b'), ofMajority()]).toEqual([1, 2, {}]);
  expect(database.replicate(first)).toBe(true);
  expect(ofMajority()).toEqual({ a: 1 });
  expect(database.replicate()).toBe(true);
  expect(ofMajority()).toEqual({ a: 1, b: 2 });
});

it('rolls back what the majority did not have when the primary steps down, and never calls it written', () => {
  database.put('c', 'a', 1);
  const kept = database.position();
  database.replicate();
  database.put('c', 'a', 2);
  database.put('c', 'b', 2);
  const lost = database.position();
  database.stepDown();
  expect([onPrimary('a'), onPrimary('b')]).toEqual([1, undefined]);
  for (const id of ['c', 'd', 'e']) database.put('c', id, 3);
  database.replicate();
  expect([database.replicate(kept), database.replicate(lost)]).toEqual([true, false]);
  expect(ofMajority()).toEqual({ a: 1, c: 3, d: 3, e: 3 });
});

it('goes back to a backup as a whole, which later writes do not touch', () => {
  database.put('c', 'a', 1);
  database.replicate();
  const backup = database.backUp();
  database.put('c', 'a', 2);
  database.put('c', 'b', 2);
  const later = database.position();
  database.replicate();
  database.restore(backup);
  expect([onPrimary('a'), onPrimary('b'), ofMajority()]).toEqual([1, undefined, { a: 1 }]);
  expect(database.replicate(later)).toBe(true);
  database.put('c', 'a', 3);
  database.replicate();
  database.restore(backup);
  expect(ofMajority()).toEqual({ a: 1 });
});

it('calls the guards for each write, with what was there before', () => {
  const seen: unknown[] = [];
  const watched = new MemoryDatabase((write) => seen.push(write));
  watched.put('c', 'a', 1);
  watched.put('c', 'a', 2);
  expect(seen).toEqual([
    { collection: 'c', id: 'a', before: undefined, after: 1 },
    { collection: 'c', id: 'a', before: 1, after: 2 },
  ]);
});
