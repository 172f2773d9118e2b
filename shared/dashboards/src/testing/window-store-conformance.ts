import type { AnyEvent } from '@fundlens/contracts/event-types';
import { NO_ERASURES } from '@fundlens/projection/erasures/testing/no-erasures';
import { changesOf } from '@fundlens/projection/fold/fold';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import { contacts, deals, locations } from '@fundlens/projection/projections/projections';
import { createDocumentWriter } from '@fundlens/projection/writer/document-writer';
import { ZONE_CHANGED } from '@fundlens/read-models/dashboards/dashboard-measures';
import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import type { Fact } from '@fundlens/read-models/dashboards/fact';
import { utcDay } from '@fundlens/read-models/dashboards/local-day';
import {
  contactChanged,
  creditReportStored,
  dealChanged,
  locationChanged,
  USUAL_INSTANT,
} from '@fundlens/testing/event-builders';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { describe, expect, it } from 'vitest';
import type { WindowStore } from '../window-store.ts';

/** Two views of one database that nothing else uses. */
export type WindowBench = { readonly documents: DocumentStore; readonly windows: WindowStore };

const DAY_MS = 86_400_000;
const RACERS = 6;

/** What every store of facts and windows must do. The tests build on each other's locations, in this order. */
export function windowStoreConformance(name: string, { documents, windows }: WindowBench): void {
  const { write } = createDocumentWriter({
    generation: () => 1,
    erasures: NO_ERASURES,
    store: documents,
    pauseBeforeRound: async () => undefined,
  });

  const apply = (appendedAt: number, events: readonly AnyEvent[]) =>
    write(
      events.map((event) => ({
        appendedAt,
        documents: changesOf([contacts, deals, locations], assumeRedacted(event), 0),
        subject: null,
      })),
    );
  const deal = (locationId: string, dealId: string, { version = 1, day = 0 } = {}) =>
    dealChanged({ meta: { locationId, version }, dealId, createdAt: USUAL_INSTANT + day * DAY_MS, status: 'lost' });

  async function factsOf(locationId: string, days: readonly number[] | null): Promise<Fact[]> {
    const found: Fact[] = [];
    for await (const fact of windows.facts(locationId, days)) found.push(fact);
    return found;
  }
  const instants = (facts: readonly Fact[]) => facts.flatMap((fact) => ('at' in fact ? [fact.at] : [])).sort();
  const windowOf = (firstDay: number): WindowDocument => ({
    timeZone: 'UTC',
    firstDay,
    sums: Buffer.from([firstDay]),
    stageSums: Buffer.from([firstDay, 7]),
  });

  describe(name, () => {
    it('finds dirty documents of a location, and the locations that wait, longest first', async () => {
      await apply(3_000, [deal('late', '1')]);
      await apply(1_000, [deal('first', '1'), deal('first', '2')]);
      await apply(2_000, [deal('middle', '1')]);
      expect(await windows.backlog()).toEqual({ documents: 4, dirtySince: 1_000 });
      expect(await windows.dirtyLocations(2)).toEqual(['first', 'middle']);
      const dirty = await windows.dirtyDocuments('first', 9);
      expect(dirty.map(({ model, key, revision }) => [model, key, revision]).sort()).toEqual([
        ['deals', 'first:1', 1],
        ['deals', 'first:2', 1],
      ]);
      expect(dirty.every(({ dirtyDays }) => dirtyDays.includes(utcDay(USUAL_INSTANT)))).toBe(true);
      expect(await windows.dirtyDocuments('first', 1)).toHaveLength(1);
    });

    it('clears only what has not changed since it was read', async () => {
      const read = await windows.dirtyDocuments('first', 9);
      await apply(4_000, [deal('first', '2', { version: 2, day: 1 })]);
      await windows.clear(read);
      const left = await windows.dirtyDocuments('first', 9);
      expect(left.map(({ key, revision }) => [key, revision])).toEqual([['first:2', 2]]);
      await windows.clear(left);
      await windows.clear(left);
      await windows.clear([]);
      expect([await windows.dirtyDocuments('first', 9), await windows.dirtyLocations(9)]).toEqual([
        [],
        ['middle', 'late'],
      ]);
      expect(await windows.backlog()).toEqual({ documents: 2, dirtySince: 2_000 });
    });

    it('finds dirty documents in every source, longest waiting first, and clears each in its own', async () => {
      const meta = { locationId: 'sources' };
      const report = creditReportStored({ meta, pulledAt: USUAL_INSTANT });
      await apply(30, [contactChanged({ meta }), report]);
      await apply(10, [locationChanged({ meta, timezone: 'Asia/Kathmandu' })]);
      await apply(20, [deal('sources', '1')]);
      const dirty = await windows.dirtyDocuments('sources', 9);
      expect(dirty.map(({ model, key }) => [model, key])).toEqual([
        ['locations', 'sources'],
        ['deals', 'sources:1'],
        ['contacts', `sources:${report.event.contactId}`],
      ]);
      expect(dirty[0]?.dirtyDays).toEqual([ZONE_CHANGED]);
      expect(await windows.dirtyDocuments('sources', 2)).toEqual(dirty.slice(0, 2));
      expect((await windows.dirtyLocations(9))[0]).toBe('sources');
      expect((await windows.backlog()).dirtySince).toBe(10);
      await windows.clear(dirty.slice(0, 2));
      expect(await windows.dirtyDocuments('sources', 9)).toEqual(dirty.slice(2));
      await windows.clear(dirty);
      expect(await windows.dirtyDocuments('sources', 9)).toEqual([]);
    });

    it('does not find a location by the beginning of its id, nor a document that changed but for its facts', async () => {
      await apply(50, [deal('near', '1'), contactChanged({ meta: { locationId: 'nea' } })]);
      expect([await windows.dirtyDocuments('nea', 9), await windows.dirtyDocuments('near', 9)]).toMatchObject([
        [],
        [{ key: 'near:1' }],
      ]);
      expect(await windows.dirtyLocations(1)).toEqual(['near']);
      await windows.clear(await windows.dirtyDocuments('near', 9));
    });

    it('reads the facts of all documents that have one on a day, or of all', async () => {
      const meta = { locationId: 'facts' };
      const report = creditReportStored({ meta, pulledAt: USUAL_INSTANT - 40 * DAY_MS });
      await apply(1, [deal('facts', '1'), deal('facts', '2', { day: 3 }), contactChanged({ meta }), report]);
      await apply(1, [deal('elsewhere', '1')]);
      const all = instants(await factsOf('facts', null));
      expect(all).toEqual(expect.arrayContaining([0, 3, -40].map((day) => USUAL_INSTANT + day * DAY_MS)));
      const some = instants(await factsOf('facts', [utcDay(USUAL_INSTANT), utcDay(USUAL_INSTANT) - 40]));
      expect(some).toContain(USUAL_INSTANT);
      expect(some).toContain(USUAL_INSTANT - 40 * DAY_MS);
      expect(some).not.toContain(USUAL_INSTANT + 3 * DAY_MS);
      expect(await factsOf('facts', [utcDay(USUAL_INSTANT) - 300])).toEqual([]);
      expect(await factsOf('facts', [])).toEqual([]);
    });

    it('knows the zone that the location states, as long as it states one', async () => {
      const meta = { locationId: 'zone' };
      await apply(1, [locationChanged({ meta, timezone: 'Asia/Kathmandu' })]);
      expect(await windows.timeZone('zone')).toBe('Asia/Kathmandu');
      await apply(2, [locationChanged({ meta: { ...meta, version: 2 }, timezone: null })]);
      expect(await windows.timeZone('zone')).toBeNull();
    });

    it('swaps a window document only where it is still the one that was loaded', async () => {
      expect(await windows.swapWindow('swap', windowOf(1), 1)).toBe(false);
      expect(await windows.loadWindow('swap')).toBeNull();
      expect(await windows.swapWindow('swap', windowOf(1), null)).toBe(true);
      expect(await windows.swapWindow('swap', windowOf(2), null)).toBe(false);
      expect(await windows.swapWindow('swap', windowOf(3), 1)).toBe(true);
      expect(await windows.swapWindow('swap', windowOf(4), 1)).toBe(false);
      const loaded = await windows.loadWindow('swap');
      const { firstDay, sums = [], stageSums = [] } = loaded?.document ?? {};
      expect([loaded?.revision, firstDay, [...sums], [...stageSums]]).toEqual([2, 3, [3], [3, 7]]);
    });

    it('lets one of many win that swap the same window at the same time', async () => {
      for (const loaded of [null, 1]) {
        const racers = Array.from({ length: RACERS }, (_, n) => windows.swapWindow('race', windowOf(n), loaded));
        expect((await Promise.all(racers)).filter(Boolean)).toHaveLength(1);
      }
      expect((await windows.loadWindow('race'))?.revision).toBe(2);
    });
  });
}
