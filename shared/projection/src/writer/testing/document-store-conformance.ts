import { deals } from '@fundlens/read-models/deals/deals';
import { collectionName } from '@fundlens/read-models/definition';
import {
  type DocumentContent,
  type DocumentId,
  documentKey,
  type IndexValue,
  type Outbox,
} from '@fundlens/read-models/document';
import { slotBytes } from '@fundlens/read-models/document-size';
import { makeSlot, type Slot, type Slots } from '@fundlens/read-models/slot';
import { describe, expect, it } from 'vitest';
import type { DocumentStore, Swap } from '../document-store.ts';

/** A document as it is stored. */
export type FoundDocument = {
  readonly content: DocumentContent;
  readonly revision: number;
  readonly outbox: Outbox | null;
};

export type DocumentStoreBench = {
  readonly store: DocumentStore;
  find(collection: string, key: string): Promise<FoundDocument | null>;
  /** Empties the outbox of the document, as a job does that has done what it asks for. */
  clearOutbox(collection: string, key: string): Promise<void>;
};

const COLLECTION = collectionName(deals.name, 1);
const OUTBOX: Outbox = { dirtyDays: [20_000, 20_001], dirtySince: 5 };
const RACERS = 8;

/** What every document store must do. `locationId` keeps one test's documents from another's. */
export function documentStoreConformance(name: string, bench: DocumentStoreBench): void {
  const { store } = bench;
  const idOf = (locationId: string, entityId: string): DocumentId => ({
    kind: 'location-entity',
    locationId,
    entityId,
  });
  const keyOf = (locationId: string, entityId: string) => documentKey(idOf(locationId, entityId));
  const bytesOf = (slots: Slots) => [...slots].reduce((sum, [slot, state]) => sum + slotBytes(slot, state), 0);
  const slotOf = (version: number): Slot =>
    makeSlot({ epoch: 0, version, occurredAt: 1, eventId: 'e' }, { amount: version });

  type Changes = {
    readonly loaded: number | null;
    /** All slots after the change, by their versions. */
    readonly slots: Readonly<Record<string, number>>;
    /** Default: all of them. */
    readonly changed?: readonly string[];
    readonly fields?: Readonly<Record<string, IndexValue | undefined>>;
    readonly views?: Readonly<Record<string, string | null>>;
    readonly outbox?: Outbox;
  };

  function swapOf(
    id: DocumentId,
    { loaded, slots, changed = Object.keys(slots), fields = {}, views = {}, outbox }: Changes,
  ): Swap {
    const after = new Map(Object.entries(slots).map(([slot, version]) => [slot, slotOf(version)]));
    const update = {
      slots: after,
      slotBytes: bytesOf(after),
      viewsVersion: 3,
      changedSlots: new Set(changed),
      fields: new Map(Object.entries(fields)),
      views: new Map(Object.entries(views).map(([view, text]) => [view, text === null ? null : Buffer.from(text)])),
      changes: null,
    };
    return { id, loadedRevision: loaded, update, ...(outbox && { outbox }) };
  }

  /** Changes the one slot of a document. */
  const simple = (id: DocumentId, version: number, loaded: number | null, outbox?: Outbox) =>
    swapOf(id, { loaded, slots: { deal: version }, views: { deal: `[${version}]` }, ...(outbox && { outbox }) });

  const swapAll = (swaps: readonly Swap[]) => store.swap(COLLECTION, swaps);
  const namesOf = (swaps: readonly Swap[]) => swaps.map(({ id }) => documentKey(id)).sort();
  const loadOne = async (locationId: string, entityId: string) =>
    (await store.load(COLLECTION, [keyOf(locationId, entityId)])).get(keyOf(locationId, entityId));
  const found = async (id: DocumentId) => {
    const document = await bench.find(COLLECTION, documentKey(id));
    if (document === null) throw new Error('there is no document');
    const { content, revision, outbox } = document;
    const days = outbox && { ...outbox, dirtyDays: [...outbox.dirtyDays].sort((a, b) => a - b) };
    const { fields } = content;
    const slots = Object.fromEntries([...content.slots].map(([slot, { version }]) => [slot, version]));
    const views = Object.fromEntries([...content.views].map(([view, bytes]) => [view, Buffer.from(bytes).toString()]));
    return { slots, fields, views, revision, outbox: days };
  };

  describe(name, () => {
    it('loads what there is, with slots and their bytes and revision, and nothing else', async () => {
      const id = idOf('loads', '1');
      const swap = swapOf(id, {
        loaded: null,
        slots: { deal: 1, 'deal:a.b.c': 2 },
        views: { deal: '[]' },
        outbox: OUTBOX,
      });
      expect(await swapAll([swap])).toEqual([]);
      const loaded = await store.load(COLLECTION, [documentKey(id), keyOf('loads', 'none')]);
      const { slots, slotBytes: bytes } = swap.update;
      expect([...loaded]).toEqual([[documentKey(id), { slots, revision: 1, viewsVersion: 3, slotBytes: bytes }]]);
    });

    it('inserts only where there is nothing, and names the inserts that met a document', async () => {
      const fresh = (entityId: string) => simple(idOf('inserts', entityId), 1, null);
      await swapAll([fresh('2')]);
      const lost = await swapAll(['1', '2', '3'].map(fresh));
      expect(namesOf(lost)).toEqual([keyOf('inserts', '2')]);
      expect((await loadOne('inserts', '3'))?.revision).toBe(1);
    });

    it('updates only the revision that was loaded; of several it says that one was lost, not which', async () => {
      const ids = ['1', '2', '3'];
      const at = (entityId: string, version: number, loaded: number | null) =>
        simple(idOf('updates', entityId), version, loaded);
      await swapAll(ids.map((entityId) => at(entityId, 1, null)));
      expect(await swapAll(ids.map((entityId) => at(entityId, 2, 1)))).toEqual([]);
      await swapAll([at('2', 3, 2)]);

      const lost = await swapAll([...ids.map((entityId) => at(entityId, 4, 2)), at('4', 4, null)]);
      expect(namesOf(lost)).toEqual(ids.map((entityId) => keyOf('updates', entityId)));
      const revisions = await Promise.all(['1', '2', '3', '4'].map((entityId) => loadOne('updates', entityId)));
      expect(revisions.map((loaded) => [loaded?.revision, loaded?.slots.get('deal')?.version])).toEqual([
        [3, 4],
        [3, 3],
        [3, 4],
        [1, 4],
      ]);
    });

    it('makes nothing out of an update where there is no document', async () => {
      const swap = simple(idOf('absent', '1'), 2, 1);
      expect(namesOf(await swapAll([swap]))).toEqual([keyOf('absent', '1')]);
      expect(await loadOne('absent', '1')).toBeUndefined();
    });

    it('loses everything when the same swaps come again, as after an answer that did not arrive', async () => {
      await swapAll([simple(idOf('again', '1'), 1, null, OUTBOX)]);
      const both = [simple(idOf('again', '1'), 2, 1, OUTBOX), simple(idOf('again', '2'), 1, null, OUTBOX)];
      expect(await swapAll(both)).toEqual([]);
      expect(namesOf(await swapAll(both))).toEqual(namesOf(both));
      expect((await loadOne('again', '1'))?.revision).toBe(2);
    });

    it('writes what an update names, and leaves other slots, views and fields as they are', async () => {
      const id = idOf('partial', '1');
      const first = swapOf(id, {
        loaded: null,
        slots: { deal: 1, 'deal:a.b': 1, 'deal:a.b.c': 1, 'deal:constructor': 1 },
        fields: { listKey: 'k', filters: ['x', 'y'], days: [1], gone: undefined },
        views: { deal: '{"a":1}', facts: '[1]', empty: null },
      });
      expect(await swapAll([first])).toEqual([]);
      expect(await found(id)).toEqual({
        slots: { deal: 1, 'deal:a.b': 1, 'deal:a.b.c': 1, 'deal:constructor': 1 },
        fields: { listKey: 'k', filters: ['x', 'y'], days: [1] },
        views: { deal: '{"a":1}', facts: '[1]' },
        revision: 1,
        outbox: null,
      });

      // What it does not name is another here than in the document: it must not be written.
      const second = swapOf(id, {
        loaded: 1,
        slots: { deal: 9, 'deal:a.b': 2, 'deal:a.b.c': 9, 'deal:constructor': 9, 'deal:d.e': 1 },
        changed: ['deal:a.b', 'deal:d.e'],
        fields: { days: undefined, listKey: 'l', late: 7, never: undefined },
        views: { facts: null, empty: '[]', never: null },
      });
      expect(await swapAll([second])).toEqual([]);
      expect(await found(id)).toEqual({
        slots: { deal: 1, 'deal:a.b': 2, 'deal:a.b.c': 1, 'deal:constructor': 1, 'deal:d.e': 1 },
        fields: { listKey: 'l', filters: ['x', 'y'], late: 7 },
        views: { deal: '{"a":1}', empty: '[]' },
        revision: 2,
        outbox: null,
      });
      const loaded = (await store.load(COLLECTION, [documentKey(id)])).get(documentKey(id));
      expect(loaded?.slotBytes).toBe(bytesOf(loaded?.slots ?? new Map()));
    });

    it('takes the value of a slot as a whole, whatever members the one before had', async () => {
      const id = idOf('whole', '1');
      const valued = (loaded: number | null, version: number, value: Slot['value']): Swap => {
        const swap = swapOf(id, { loaded, slots: { 'deal:x': version } });
        const slots = new Map([['deal:x', { ...slotOf(version), value }]]);
        return { ...swap, update: { ...swap.update, slots } };
      };
      await swapAll([valued(null, 1, { a: 1, 'b.c': { $d: [1] } })]);
      await swapAll([valued(1, 2, { 'b.c': { $d: [2], $e: null } })]);
      expect((await loadOne('whole', '1'))?.slots.get('deal:x')?.value).toEqual({ 'b.c': { $d: [2], $e: null } });
      await swapAll([valued(2, 3, null)]);
      expect((await loadOne('whole', '1'))?.slots.get('deal:x')?.value).toBeNull();
    });

    it('adds to an outbox what a swap brings; one that brings nothing leaves it as it is', async () => {
      const id = idOf('outbox', '1');
      const outboxAfter = async (version: number, outbox?: Outbox) => {
        expect(await swapAll([simple(id, version, version === 1 ? null : version - 1, outbox)])).toEqual([]);
        return (await found(id)).outbox;
      };
      expect(await outboxAfter(1)).toBeNull();
      expect(await outboxAfter(2, { dirtyDays: [3, 2], dirtySince: 50 })).toEqual({
        dirtyDays: [2, 3],
        dirtySince: 50,
      });
      expect(await outboxAfter(3)).toEqual({ dirtyDays: [2, 3], dirtySince: 50 });
      expect(await outboxAfter(4, { dirtyDays: [1, 3], dirtySince: 60 })).toEqual({
        dirtyDays: [1, 2, 3],
        dirtySince: 50,
      });
      expect(await outboxAfter(5, { dirtyDays: [4], dirtySince: 40 })).toEqual({
        dirtyDays: [1, 2, 3, 4],
        dirtySince: 40,
      });
    });

    it('adds to an outbox that was emptied since the document was loaded only what the swap brings', async () => {
      const id = idOf('emptied', '1');
      await swapAll([simple(id, 1, null, { dirtyDays: [1, 2], dirtySince: 10 })]);
      await bench.clearOutbox(COLLECTION, documentKey(id));
      expect((await found(id)).outbox).toBeNull();
      // Emptying does not change the revision: what was loaded before is still the one to be changed.
      expect(await swapAll([simple(id, 2, 1)])).toEqual([]);
      expect((await found(id)).outbox).toBeNull();
      expect(await swapAll([simple(id, 3, 2, { dirtyDays: [2], dirtySince: 30 })])).toEqual([]);
      expect((await found(id)).outbox).toEqual({ dirtyDays: [2], dirtySince: 30 });
    });

    it('keeps an outbox without days', async () => {
      const [inserted, updated] = [idOf('no-days', '1'), idOf('no-days', '2')];
      const outbox: Outbox = { dirtyDays: [], dirtySince: 20 };
      await swapAll([simple(inserted, 1, null, outbox), simple(updated, 1, null)]);
      await swapAll([simple(updated, 2, 1, outbox)]);
      expect([(await found(inserted)).outbox, (await found(updated)).outbox]).toEqual([outbox, outbox]);
    });

    it('lets one of many win that swap the same revision at the same time', async () => {
      const id = idOf('race', '1');
      for (const loaded of [null, 1, 2]) {
        const racers = Array.from({ length: RACERS }, (_, n) => simple(id, n, loaded));
        const lost = await Promise.all(racers.map((swap) => swapAll([swap])));
        expect(lost.filter((swaps) => swaps.length === 0)).toHaveLength(1);
        const winner = racers[lost.findIndex((swaps) => swaps.length === 0)];
        expect((await loadOne('race', '1'))?.slots).toEqual(winner?.update.slots);
      }
      expect((await loadOne('race', '1'))?.revision).toBe(3);
    });
  });
}
