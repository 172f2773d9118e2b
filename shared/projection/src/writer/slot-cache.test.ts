import { makeSlot, type Slots } from '@fundlens/read-models/slot';
import { expect, it } from 'vitest';
import type { LoadedDocument } from '../fold/fold.ts';
import { createSlotCache, type SlotCache } from './slot-cache.ts';

const slots: Slots = new Map([['deal', makeSlot({ epoch: 0, version: 1, occurredAt: 1, eventId: 'e' }, null)]]);
const document = (slotBytes: number, revision = 1): LoadedDocument => ({ slots, slotBytes, viewsVersion: 1, revision });

const put = (cache: SlotCache, key: string, known: LoadedDocument) =>
  cache.put('deals_1', key, { document: known, clearings: cache.clearings() });
const remembered = (cache: SlotCache, ...keys: string[]) =>
  keys.filter((key) => cache.get('deals_1', key) !== undefined);

it('gives back what was put, by collection and key, and the latest of it', () => {
  const cache = createSlotCache();
  put(cache, 'a', document(1, 1));
  put(cache, 'a', document(1, 2));
  expect(cache.get('deals_1', 'a')).toEqual(document(1, 2));
  expect([cache.get('deals_2', 'a'), cache.get('deals_1', 'b')]).toEqual([undefined, undefined]);
  cache.forget('deals_2', 'a');
  expect(remembered(cache, 'a')).toEqual(['a']);
  cache.forget('deals_1', 'a');
  expect(remembered(cache, 'a')).toEqual([]);
});

it('forgets what was not used for the longest time when it holds more bytes than it may', () => {
  const cache = createSlotCache(3_000);
  for (const key of ['a', 'b', 'c', 'd']) put(cache, key, document(600));
  expect(remembered(cache, 'a', 'b', 'c', 'd')).toEqual(['b', 'c', 'd']);
  // Looked at above in this order; now the first of them is used again.
  expect(remembered(cache, 'b')).toEqual(['b']);
  put(cache, 'e', document(600));
  expect(remembered(cache, 'b', 'c', 'd', 'e')).toEqual(['b', 'd', 'e']);
});

it('counts a document that is put again once, and one that is forgotten not at all', () => {
  const cache = createSlotCache(3_000);
  for (let revision = 1; revision < 20; revision += 1) put(cache, 'a', document(600, revision));
  for (const key of ['b', 'c']) put(cache, key, document(600));
  expect(remembered(cache, 'a', 'b', 'c')).toEqual(['a', 'b', 'c']);
  cache.forget('deals_1', 'a');
  cache.forget('deals_1', 'a');
  put(cache, 'd', document(600));
  expect(remembered(cache, 'b', 'c', 'd')).toEqual(['b', 'c', 'd']);
  cache.clear();
  for (const key of ['a', 'b', 'c']) put(cache, key, document(600));
  expect(remembered(cache, 'a', 'b', 'c')).toEqual(['a', 'b', 'c']);
});

it('does not hold a document that is larger than all it may hold', () => {
  const cache = createSlotCache(3_000);
  put(cache, 'a', document(600));
  put(cache, 'b', document(3_000));
  expect(remembered(cache, 'a', 'b')).toEqual([]);
  put(cache, 'a', document(600));
  expect(remembered(cache, 'a')).toEqual(['a']);
});
