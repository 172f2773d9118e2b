import { beforeEach, describe, expect, it } from 'vitest';
import type { EntityRef } from '../../entity-ref.ts';
import type { EntityMark, KnownContent, Marks } from '../mark.ts';

const NOW = Date.parse('2026-03-02T09:15:00Z');
const UNTIL = NOW + 1_000;

const contact = (id: string, locationId = 'loc-1'): EntityRef => ({ kind: 'contact', locationId, id });
const known = (state: KnownContent['state']): KnownContent => ({ state, digest: 'd', shown: 's', installedAt: null });

/** What every implementation of the marks must do. @param open of marks of its own */
export function describeMarks(name: string, open: () => Promise<Marks>): void {
  const all = { first: 'oldest', without: [], limit: 100 } as const;

  describe(`marks ${name}`, () => {
    let marks: Marks;
    const loaded = async (ref: EntityRef) => (await marks.load([ref]))[0];
    const claimed = async (ref: EntityRef, version: number): Promise<EntityMark> => {
      const found = await loaded(ref);
      const claim = found && (await marks.claim(found, { version, until: UNTIL }));
      if (!claim) throw new Error('The mark cannot be claimed.');
      return claim;
    };
    const stored = async (ref: EntityRef, state: KnownContent['state'], contactIds: string[] = []): Promise<void> => {
      await marks.mark(ref, { at: NOW, urgent: true });
      const noted = { known: known(state), contactIds, settled: 7 };
      await marks.settle(await claimed(ref, 7), { noted, again: null });
    };
    beforeEach(async () => {
      marks = await open();
    });

    it('are read in turn, the oldest or the latest first, but for locations that have enough', async () => {
      await marks.mark(contact('second'), { at: NOW, urgent: true });
      await marks.mark(contact('first'), { at: NOW - 5, urgent: true });
      await marks.mark(contact('swept'), { at: NOW + 5, urgent: false });
      await marks.mark(contact('other', 'loc-2'), { at: NOW - 9, urgent: true });
      await stored(contact('read'), 'live');
      const ids = async (options: Parameters<Marks['due']>[1]) =>
        (await marks.due(NOW, options)).map(({ ref }) => ref.id);
      expect(await ids(all)).toEqual(['other', 'first', 'second', 'swept']);
      expect(await ids({ ...all, first: 'latest' })).toEqual(['second', 'first', 'other']);
      expect(await ids({ ...all, without: ['loc-1'], limit: 1 })).toEqual(['other']);
      expect(await marks.oldest()).toBe(NOW - 9);
    });

    it('are claimed by one of many, and by nobody else until then', async () => {
      const ref = contact('c-1');
      await marks.mark(ref, { at: NOW, urgent: true });
      const [mark] = await marks.due(NOW, all);
      if (mark === undefined) throw new Error('There is a mark.');
      const claims = await Promise.all(
        Array.from({ length: 8 }, (_, n) => marks.claim(mark, { version: 7 + n, until: UNTIL })),
      );
      expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
      expect(await marks.due(UNTIL - 1, all)).toEqual([]);
      expect(await marks.due(UNTIL, all)).toHaveLength(1);
    });

    it('are cleared only if they are still the ones that were read', async () => {
      const ref = contact('c-1');
      await marks.mark(ref, { at: NOW, urgent: true, listed: 'l' });
      const claim = await claimed(ref, 7);
      await marks.mark(ref, { at: NOW + 1, urgent: true });
      await marks.settle(claim, { noted: { known: known('live'), settled: 7, listed: null }, again: null });
      expect(await loaded(ref)).toMatchObject({ settled: 7, known: known('live'), listed: null, markedAt: NOW + 1 });
      expect(await marks.due(NOW, all)).toHaveLength(1);
      await marks.settle(await claimed(ref, 8), { noted: { settled: 8 }, again: null });
      expect(await loaded(ref)).toMatchObject({
        token: null,
        version: 8,
        settled: 8,
        known: known('live'),
        urgent: false,
      });
      expect(await marks.due(NOW + 9, all)).toEqual([]);
    });

    it('take nothing of a reading after a later one has begun', async () => {
      const ref: EntityRef = { kind: 'opportunity', locationId: 'loc-1', id: 'o-1' };
      await marks.mark(ref, { at: NOW, urgent: true });
      const first = await claimed(ref, 7);
      expect(await marks.addContact(first, 'c-1')).toBe(true);
      const second = await claimed(ref, 8);
      expect(second.contactIds).toEqual(['c-1']);
      expect(await marks.addContact(first, 'c-2')).toBe(false);
      await marks.settle(first, { noted: { known: known('live'), settled: 7 }, again: null });
      await marks.postpone(first, NOW + 10_000);
      expect(await loaded(ref)).toMatchObject({ version: 8, settled: 0, known: null, contactIds: ['c-1'] });
      expect(await marks.due(UNTIL, all)).toHaveLength(1);
    });

    it('wait after a failure, until a new mark comes', async () => {
      const ref = contact('c-1');
      await marks.mark(ref, { at: NOW, urgent: true });
      await marks.postpone(await claimed(ref, 7), NOW + 10_000);
      expect(await marks.due(NOW + 9_999, all)).toEqual([]);
      expect(await marks.due(NOW + 10_000, all)).toHaveLength(1);
      await marks.mark(ref, { at: NOW + 1, urgent: true });
      expect(await marks.due(NOW + 1, all)).toHaveLength(1);
      await marks.settle(await claimed(ref, 8), { noted: {}, again: NOW + 60_000 });
      expect(await marks.due(NOW + 59_999, all)).toEqual([]);
      expect(await marks.due(NOW + 60_000, all)).toMatchObject([{ markedAt: NOW + 60_000 }]);
    });

    it('keep what was said the latest', async () => {
      const ref: EntityRef = { kind: 'installation', locationId: 'loc-1', id: 'co-1' };
      const said = (state: 'installed' | 'uninstalled', at: number) => ({ state, at, installedAt: at, name: null });
      await marks.mark(ref, { at: NOW, urgent: true, said: said('uninstalled', NOW) });
      await marks.mark(ref, { at: NOW + 5, urgent: true, said: said('installed', NOW - 1) });
      expect(await marks.installations('loc-1')).toMatchObject([{ said: said('uninstalled', NOW), markedAt: NOW }]);
      await marks.settle(await claimed(ref, 7), { noted: {}, again: null });
      await marks.mark(ref, { at: NOW + 6, urgent: true, said: said('installed', NOW) });
      expect(await loaded(ref)).toMatchObject({ said: null, token: null });
      await marks.mark(ref, { at: NOW + 7, urgent: true, said: said('installed', NOW + 1) });
      expect(await loaded(ref)).toMatchObject({ said: said('installed', NOW + 1) });
    });

    it('tell what is known of locations and installations', async () => {
      const refs = [contact('c-1'), { kind: 'location', locationId: 'loc-1', id: 'loc-1' }] as const;
      const installation = { kind: 'installation', locationId: 'loc-1', id: 'co-1' } as const;
      for (const ref of [...refs, installation]) await marks.mark(ref, { at: NOW, urgent: true });
      expect(new Set((await marks.locations()).map(({ ref }) => ref.kind))).toEqual(
        new Set(['location', 'installation']),
      );
    });

    it('tell what lives and a sweep has not listed, of one kind and location', async () => {
      for (const id of ['c-1', 'c-2', 'c-3']) await stored(contact(id), id === 'c-3' ? 'deleted' : 'live');
      await stored(contact('c-4', 'loc-10'), 'live');
      await stored({ kind: 'opportunity', locationId: 'loc-1', id: 'o-1' }, 'live', ['c-1']);
      await marks.noteListed([contact('c-1')], 5);
      const of = { kind: 'contact', locationId: 'loc-1' } as const;
      expect((await marks.unlisted(of, 5, 10)).map(({ id }) => id)).toEqual(['c-2']);
      expect(await marks.unlisted(of, 6, 1)).toHaveLength(1);
      expect(await marks.unlisted(of, 6, 9)).toHaveLength(2);
    });
  });
}
