import { outdatingView, type ReadModelDefinition, type View } from '@fundlens/read-models/definition';
import { slotBytes } from '@fundlens/read-models/document-size';
import { kindOf, type Slots } from '@fundlens/read-models/slot';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { deliveryOf, history } from '@fundlens/testing/history-arbitraries';
import { propertyRuns, propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { TypedEvent } from '../projections/projection.ts';
import { projections } from '../projections/projections.ts';
import { changedKinds, contentOf, readsAnyOf } from './fold.ts';
import { applyBatch, type DocumentImage, loaded } from './testing/document-image.ts';
import { type ReferenceDocument, type ReferenceDocuments, referenceFold } from './testing/reference-fold.ts';

/**
 * A write changes only what a fold says may differ. That the documents are right in the end is tested by
 * `projections/convergence.property.test.ts`.
 */

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 300_000 });

const run = propertySeed();
const HISTORIES = propertyRuns(65);

const published = history.map((events): TypedEvent[] => events.map((event) => assumeRedacted(event)));
const delivered = published.chain((events) => deliveryOf(events).map((batches) => ({ events, batches })));

function applied(batches: readonly (readonly TypedEvent[])[]) {
  const images = new Map<string, DocumentImage>();
  return batches.flatMap((batch) => applyBatch(images, batch));
}

/** The slots of the kinds alone. */
function only(slots: Slots, { reads, readsLifeOf = [] }: Pick<View, 'reads' | 'readsLifeOf'>): Slots {
  return new Map(
    [...slots].flatMap(([name, slot]) => {
      if (reads.includes(kindOf(name))) return [[name, slot]];
      return readsLifeOf.includes(kindOf(name)) ? [[name, { ...slot, value: slot.value === null ? null : {} }]] : [];
    }),
  );
}

const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? null : Buffer.from(bytes).toString());

/** Of the models whose text is in their slots: any of their states can be rendered at any time. */
function renderable(documents: ReferenceDocuments): ReferenceDocument[] {
  return [...documents.values()].filter(({ readModel }) => readModel.name !== 'credit_reports');
}

test('an update names exactly the slots that differ, and keeps count of their bytes', () => {
  fc.assert(
    fc.property(delivered, ({ batches }) => {
      for (const { before, update } of applied(batches)) {
        if (update === null) continue;
        const present = loaded(before)?.slots;
        const differing = [...update.slots].filter(([name, slot]) => present?.get(name) !== slot).map(([name]) => name);
        expect([...update.changedSlots].toSorted()).toEqual(differing.toSorted());
        const bytes = [...update.slots].map(([name, slot]) => slotBytes(name, slot));
        expect(update.slotBytes).toBe(bytes.reduce((sum, one) => sum + one, 0));
      }
    }),
    { ...run, numRuns: HISTORIES },
  );
});

test('a view is made of the slots of its `reads` alone, and gives no field that it does not name', () => {
  fc.assert(
    fc.property(published, (events) => {
      for (const { readModel, id, slots, views } of renderable(referenceFold(events))) {
        for (const view of readModel.views) {
          const narrow = { id, slots: only(slots, view) };
          const alone = contentOf(onlyView(readModel, view.name), narrow);
          expect(text(alone.views.get(view.name)), view.name).toBe(text(views.get(view.name)));
          expect(view.index?.of(narrow), view.name).toEqual(view.index?.of({ id, slots }));
          const given = Object.keys(view.index?.of({ id, slots }) ?? {});
          expect(view.index?.names ?? []).toEqual(expect.arrayContaining(given));
        }
        const given = Object.keys(readModel.fields?.of({ id, slots }) ?? {});
        expect(readModel.fields?.names ?? []).toEqual(expect.arrayContaining(given));
      }
    }),
    { ...run, numRuns: HISTORIES },
  );
});

/** The read model with one of its views and no other fields. */
function onlyView({ fields: _, ...readModel }: ReadModelDefinition, name: string): ReadModelDefinition {
  return { ...readModel, views: readModel.views.filter((view) => view.name === name) };
}

test('what an outbox says of a change follows from the slots of its `reads` alone', () => {
  fc.assert(
    fc.property(delivered, ({ batches }) => {
      for (const { readModel, id, before, update } of applied(batches)) {
        const view = outdatingView(readModel);
        if (update === null || view === undefined) continue;
        const [left, entered] = [loaded(before)?.slots ?? new Map(), update.slots];
        const days = view.outdates(id, left, entered);
        expect(view.outdates(id, only(left, view), only(entered, view))).toEqual(days);
        if (!readsAnyOf(view, changedKinds(update.changedSlots, left, entered))) expect(days).toEqual([]);
      }
    }),
    { ...run, numRuns: HISTORIES },
  );
});

test('every body satisfies the schema of its view', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(published, (events) => {
      for (const { readModel, views } of referenceFold(events).values()) {
        for (const view of readModel.views) {
          const bytes = views.get(view.name);
          if (bytes === undefined) continue;
          seen.add(`${readModel.name}.${view.name}`);
          const issues = view.body.safeParse(JSON.parse(Buffer.from(bytes).toString())).error?.issues ?? [];
          expect(issues.map(({ path, code }) => [view.name, path.join('.'), code])).toEqual([]);
        }
        expect([...views.keys()]).toEqual(readModel.views.map(({ name }) => name).filter((name) => views.has(name)));
      }
    }),
    { ...run, numRuns: propertyRuns(30) },
  );
  const all = projections.flatMap(({ readModel }) => readModel.views.map(({ name }) => `${readModel.name}.${name}`));
  expect([...seen].toSorted()).toEqual(all.toSorted());
});
