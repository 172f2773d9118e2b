import { modelVersion } from '@fundlens/read-models/definition';
import { dashboardFacts } from '@fundlens/read-models/definitions';
import { type DocumentId, documentKey, type Outbox } from '@fundlens/read-models/document';
import { makeSlot } from '@fundlens/read-models/slot';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentStore, Swap } from '../document-store.ts';

const COLLECTION = modelVersion(dashboardFacts);
const OUTBOX: Outbox = { dirtyDays: [20_000, 20_001], dirtySince: 5 };
const RACERS = 8;

/** What every document store must do. `locationId` keeps one test's documents from another's. */
export function documentStoreConformance(name: string, open: () => Promise<DocumentStore>): void {
  let store: DocumentStore;
  beforeAll(async () => {
    store = await open();
  });

  const idOf = (locationId: string, deal: string): DocumentId => ({
    kind: 'fact-source',
    locationId,
    source: 'deal',
    ids: ['contact-1', deal],
  });
  const keyOf = (locationId: string, deal: string) => documentKey(idOf(locationId, deal));

  function swapOf(
    id: DocumentId,
    { version, loaded, outbox }: { version: number; loaded: number | null; outbox?: Outbox },
  ): Swap {
    const slot = makeSlot({ epoch: 0, version, occurredAt: 1, eventId: 'e' }, { amount: version });
    const content = { slots: new Map([['deal', slot]]), fields: { days: [20_000] }, body: Buffer.from('[]') };
    return { id, loadedRevision: loaded, content, ...(outbox && { outbox }) };
  }

  const namesOf = (swaps: readonly Swap[]) => swaps.map(({ id }) => documentKey(id)).sort();
  const loadOne = async (locationId: string, deal: string) =>
    (await store.load(COLLECTION, [keyOf(locationId, deal)])).get(keyOf(locationId, deal));

  describe(name, () => {
    it('loads what there is, with slots, revision and outbox, and nothing else', async () => {
      const id = idOf('loads', '1');
      expect(await store.swap(COLLECTION, [swapOf(id, { version: 1, loaded: null, outbox: OUTBOX })])).toEqual([]);
      const loaded = await store.load(COLLECTION, [documentKey(id), keyOf('loads', 'none')]);
      const { slots } = swapOf(id, { version: 1, loaded: null }).content;
      expect([...loaded]).toEqual([[documentKey(id), { slots, revision: 1, outbox: OUTBOX }]]);
    });

    it('inserts only where there is nothing, and names the inserts that met a document', async () => {
      const fresh = (deal: string) => swapOf(idOf('inserts', deal), { version: 1, loaded: null });
      await store.swap(COLLECTION, [fresh('2')]);
      const lost = await store.swap(COLLECTION, ['1', '2', '3'].map(fresh));
      expect(namesOf(lost)).toEqual([keyOf('inserts', '2')]);
      expect((await loadOne('inserts', '3'))?.revision).toBe(1);
    });

    it('replaces only the revision that was loaded; of several it says that one was lost, not which', async () => {
      const deals = ['1', '2', '3'];
      const at = (deal: string, version: number, loaded: number | null) =>
        swapOf(idOf('replaces', deal), { version, loaded });
      await store.swap(
        COLLECTION,
        deals.map((deal) => at(deal, 1, null)),
      );
      expect(
        await store.swap(
          COLLECTION,
          deals.map((deal) => at(deal, 2, 1)),
        ),
      ).toEqual([]);
      await store.swap(COLLECTION, [at('2', 3, 2)]);

      const lost = await store.swap(COLLECTION, [...deals.map((deal) => at(deal, 4, 2)), at('4', 4, null)]);
      expect(namesOf(lost)).toEqual(deals.map((deal) => keyOf('replaces', deal)));
      const revisions = await Promise.all(['1', '2', '3', '4'].map((deal) => loadOne('replaces', deal)));
      expect(revisions.map((loaded) => [loaded?.revision, loaded?.slots.get('deal')?.version])).toEqual([
        [3, 4],
        [3, 3],
        [3, 4],
        [1, 4],
      ]);
    });

    it('makes nothing out of a replacement where there is no document', async () => {
      const swap = swapOf(idOf('absent', '1'), { version: 2, loaded: 1 });
      expect(namesOf(await store.swap(COLLECTION, [swap]))).toEqual([keyOf('absent', '1')]);
      expect(await loadOne('absent', '1')).toBeUndefined();
    });

    it('loses everything when the same swaps come again, as after an answer that did not arrive', async () => {
      const insert = swapOf(idOf('again', '1'), { version: 1, loaded: null });
      await store.swap(COLLECTION, [insert]);
      const both = [
        swapOf(idOf('again', '1'), { version: 2, loaded: 1 }),
        swapOf(idOf('again', '2'), { version: 1, loaded: null }),
      ];
      expect(await store.swap(COLLECTION, both)).toEqual([]);
      expect(namesOf(await store.swap(COLLECTION, both))).toEqual(namesOf(both));
      expect((await loadOne('again', '1'))?.revision).toBe(2);
    });

    it('keeps of an outbox what the last swap says, also nothing', async () => {
      const id = idOf('outbox', '1');
      await store.swap(COLLECTION, [swapOf(id, { version: 1, loaded: null, outbox: OUTBOX })]);
      await store.swap(COLLECTION, [swapOf(id, { version: 2, loaded: 1 })]);
      expect((await loadOne('outbox', '1'))?.outbox).toBeUndefined();
      await store.swap(COLLECTION, [swapOf(id, { version: 3, loaded: 2, outbox: OUTBOX })]);
      expect((await loadOne('outbox', '1'))?.outbox).toEqual(OUTBOX);
    });

    it('lets one of many win that swap the same revision at the same time', async () => {
      const id = idOf('race', '1');
      for (const loaded of [null, 1, 2]) {
        const racers = Array.from({ length: RACERS }, (_, n) => swapOf(id, { version: n, loaded }));
        const lost = await Promise.all(racers.map((swap) => store.swap(COLLECTION, [swap])));
        expect(lost.filter((swaps) => swaps.length === 0)).toHaveLength(1);
        const winner = racers[lost.findIndex((swaps) => swaps.length === 0)];
        expect((await loadOne('race', '1'))?.slots).toEqual(winner?.content.slots);
      }
      expect((await loadOne('race', '1'))?.revision).toBe(3);
    });
  });
}
