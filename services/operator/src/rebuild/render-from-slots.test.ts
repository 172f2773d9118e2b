import { erasedChange } from '@fundlens/projection/erasures/erasures';
import { NO_ERASURES } from '@fundlens/projection/erasures/testing/no-erasures';
import { documentDifference } from '@fundlens/projection/fold/document-difference';
import { changesOf } from '@fundlens/projection/fold/fold';
import { contentIn } from '@fundlens/projection/fold/testing/document-image';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import { projections } from '@fundlens/projection/projections/registry';
import { createDocumentWriter, type DocumentWriter } from '@fundlens/projection/writer/document-writer';
import type { EventChanges } from '@fundlens/projection/writer/event-changes';
import { MemoryDocuments } from '@fundlens/projection/writer/testing/memory-documents';
import { redacted } from '@fundlens/projector/testing/projector-fixture';
import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import type { DocumentContent } from '@fundlens/read-models/document';
import { contactChanged } from '@fundlens/testing/event-builders';
import { type History, history } from '@fundlens/testing/history-arbitraries';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RebuiltModel, RenderedUpTo } from '@fundlens/read-models/rebuild-run';
import { createRenderFromSlots, type RenderFromSlotsOptions, type SlotsReader } from './render-from-slots.ts';

const [LIVE, RENDERED, REPLAYED] = [2, 3, 4];
const names: readonly ReadModelName[] = projections.map(({ readModel }) => readModel.name);
const models = names.map((name): RebuiltModel => ({ name, from: LIVE, to: RENDERED }));
const BATCH = 3;

class Killed extends Error {}

function worldOf(events: History) {
  const documents = new MemoryDocuments();
  const writer = (version: number): DocumentWriter =>
    createDocumentWriter({
      store: documents.store(),
      erasures: NO_ERASURES,
      pauseBeforeRound: async () => undefined,
      versions: new Map(names.map((name) => [name, [version]])),
    });
  const log = events.map((event): EventChanges => {
    return { appendedAt: 1, documents: changesOf(projections, redacted(event), 0), subject: null };
  });
  /** What a version holds, by `<read model>/<_id>`. */
  const contentOf = (version: number) => {
    const found = new Map<string, DocumentContent>();
    for (const name of names) {
      const start = `${collectionName(name, version)}/`;
      for (const [key, image] of documents.images) {
        if (key.startsWith(start)) found.set(`${name}/${key.slice(start.length)}`, contentIn(image));
      }
    }
    return found;
  };
  const all = (name: ReadModelName, version: number) => {
    const start = `${collectionName(name, version)}/`;
    return [...documents.images]
      .filter(([key]) => key.startsWith(start))
      .map(([key, image]) => ({ key: key.slice(start.length), revision: image.revision, content: contentIn(image) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  };
  const reader: SlotsReader = {
    async *batches(name, version, after) {
      for (let from = after; ; ) {
        const next = all(name, version)
          .filter(({ key }) => from === null || key > from)
          .slice(0, BATCH);
        if (next.length === 0) return;
        from = next.at(-1)?.key ?? null;
        yield next;
      }
    },
    read: async (name, version, keys) => all(name, version).filter(({ key }) => keys.includes(key)),
    revisions: async (name, version, keys) =>
      new Map(all(name, version).flatMap(({ key, revision }) => (keys.includes(key) ? [[key, revision]] : []))),
  };
  return { documents, writer, log, contentOf, reader };
}

function differencesOf(a: ReadonlyMap<string, DocumentContent>, b: ReadonlyMap<string, DocumentContent>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) => {
    const [left, right] = [a.get(key), b.get(key)];
    const what = left === undefined || right === undefined ? 'is missing' : documentDifference(left, right);
    return what === null ? [] : [`${key}: ${what}`];
  });
}

/** Numbers that say what happens at each turn; when they end, nothing more does. */
const turns = fc.array(fc.nat(5), { maxLength: 40 });

it('rendered from slots equals replayed from the log equals live, with concurrent writes and kills at every step', async () => {
  await fc.assert(
    fc.asyncProperty(history, turns, fc.double({ min: 0, max: 1, noNaN: true }), async (events, chances, share) => {
      const { writer, log, contentOf, reader } = worldOf(events);
      const [live, tail] = [writer(LIVE), writer(RENDERED)];
      let taken = Math.floor(share * log.length);
      await live(log.slice(0, taken));

      let copied: number | null = null;
      const checkpoints: RenderFromSlotsOptions['checkpoints'] = {
        load: async () =>
          models.map(({ name, from }) => {
            const model = collectionName(name, from);
            return { _id: model, model, topic: 't', partition: 0, nextOffset: taken, asOf: 0 };
          }),
        async advance(advances) {
          for (const { nextOffset } of advances) copied = Math.max(copied ?? 0, nextOffset);
        },
      };
      const happening = chances[Symbol.iterator]();
      /** The projector takes an event; or a replay of a dead letter writes one into both; or the process is gone. */
      const meanwhile = async () => {
        const chance = happening.next().value ?? 5;
        const next = log.slice(taken, taken + 1);
        if (chance <= 1) await live(next);
        if (chance === 2) for (const write of [tail, live]) await write(next);
        if (chance <= 2) taken += next.length;
        if (chance === 3) throw new Killed();
      };
      let upTo: RenderedUpTo | null = null;
      const interfered = <T extends readonly unknown[], R>(call: (...args: T) => Promise<R>) => {
        return async (...args: T) => {
          await meanwhile();
          const result = await call(...args);
          await meanwhile();
          return result;
        };
      };
      const render = createRenderFromSlots({
        ...{ models, topics: ['t'], checkpoints, clock: () => 1 },
        reader: { ...reader, revisions: interfered(reader.revisions) },
        write: interfered(tail),
        pause: meanwhile,
      });
      const keep = async (stored: RenderedUpTo) => {
        await meanwhile();
        upTo = stored;
      };
      for (;;) {
        try {
          await render(upTo, keep);
          break;
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
        }
      }
      await live(log.slice(taken));
      await tail(log.slice(copied ?? 0));
      await writer(REPLAYED)(log);

      const expected = referenceFold(events.map(redacted));
      expect(differencesOf(contentOf(RENDERED), expected)).toEqual([]);
      expect(differencesOf(contentOf(RENDERED), contentOf(LIVE))).toEqual([]);
      expect(differencesOf(contentOf(RENDERED), contentOf(REPLAYED))).toEqual([]);
    }),
    { numRuns: 150 },
  );
}, 60_000);

it('brings nothing back that was erased between reading and writing it', async () => {
  const { writer, log, contentOf, reader } = worldOf([contactChanged({ firstName: 'Gone' })]);
  const live = writer(LIVE);
  await live(log);
  // The eraser has looked at the new version before there was anything.
  const erased = log.map((event): EventChanges => {
    const changes = ({ id: documentId }: (typeof event.documents)[number]) => [
      erasedChange({ documentId, slot: 'contact' }),
    ];
    return { ...event, documents: event.documents.map((document) => ({ ...document, changes: changes(document) })) };
  });
  const render = createRenderFromSlots({
    ...{ models, topics: [], reader, write: writer(RENDERED), clock: () => 1 },
    checkpoints: { load: async () => [], advance: async () => undefined },
    pause: async () => void (await live(erased)),
  });
  await render(null, async () => undefined);
  const slots = [...contentOf(RENDERED).values()].flatMap((content) => [...content.slots.values()]);
  expect(slots.map(({ value }) => value)).toEqual([null]);
  expect(differencesOf(contentOf(RENDERED), contentOf(LIVE))).toEqual([]);
});
