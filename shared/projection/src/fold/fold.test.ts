import { definitionOf, eventTypes } from '@fundlens/contracts/event-types';
import { contacts as contactsModel } from '@fundlens/read-models/contacts/contacts';
import { readModels } from '@fundlens/read-models/definitions';
import { MAX_DOCUMENT_BYTES, maxDocumentBytes, SMALL_SLOTS_BYTES } from '@fundlens/read-models/document-size';
import {
  applicantChanged,
  contactChanged,
  creditReportStored,
  fundingPlanChanged,
} from '@fundlens/testing/event-builders';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { contacts } from '../projections/projections.ts';
import type { Projection } from '../projections/projection.ts';
import { projections } from '../projections/projections.ts';
import { changesOf, contentOf, foldDocument, updateOf } from './fold.ts';
import { type DocumentImage, loaded, written } from './testing/document-image.ts';

const changesIn = (projection: Projection, ...events: readonly Typed[]) =>
  events.flatMap((event) => changesOf([projection], assumeRedacted(event), 0));

const textOf = (image: DocumentImage, view: string) => Buffer.from(image.views[view] ?? []).toString();

test('a document that an earlier build has rendered is rendered as a whole with its next change, or without one', () => {
  const first = foldDocument(contactsModel, null, changesIn(contacts, contactChanged(), fundingPlanChanged()));
  if (first === null) throw new Error('nothing was folded');
  const image = written(null, first);
  const old = { ...image, viewsVersion: image.viewsVersion - 1, views: { fundingPlans: Buffer.from('[]') } };
  const stored = loaded(old);
  const next = foldDocument(contactsModel, stored, changesIn(contacts, contactChanged({ meta: { version: 2 } })));
  if (next === null || stored === null) throw new Error('nothing was folded');
  expect([...next.changedSlots]).toEqual(['contact']);
  expect(textOf(written(old, next), 'fundingPlans')).toBe(textOf(image, 'fundingPlans'));

  const id = { kind: 'location-entity', locationId: 'loc-1', entityId: 'contact-1' } as const;
  const anew = written(old, updateOf(contactsModel, { id, slots: first.slots }, stored));
  expect(anew).toEqual({ ...image, revision: 2 });
});

test('a document that has collected more than the store takes is refused', () => {
  const plan = (n: number) => fundingPlanChanged({ planId: `plan-${n}`.padEnd(128, 'x') });
  const plans = changesIn(contacts, ...Array.from({ length: 40_000 }, (_, n) => plan(n)));
  expect(() => foldDocument(contactsModel, null, plans)).toThrow(
    expect.objectContaining({ kind: 'invalid', code: 'document_too_large' }),
  );
});

/** Control characters are what JSON spells longest; of these the slots take three bytes for each unit. */
test.each([
  ['control characters', '\u0001'],
  ['characters of three bytes', '漢'],
])('a document that is too small to be measured fits, also if its texts are %s', (_, character) => {
  const [usual] = fundingPlanChanged().event.recommendations;
  if (usual === undefined) throw new Error('the usual plan has a recommendation');
  const recommendations = Array.from({ length: 24 }, () => ({ ...usual, notes: character.repeat(4_000) }));
  const summary = {
    // A bureau that no newer report names shows its scores twice: in its report, and as the latest ones.
    scores: Array.from({ length: 500 }, (_, n) => ({
      bureau: `${n}`.padEnd(64, character),
      model: character.repeat(64),
      score: 700,
    })),
    utilizationPct: -1.2345678901234567e-100,
  };
  const changes = changesIn(
    contacts,
    contactChanged(),
    applicantChanged(),
    fundingPlanChanged({ recommendations }),
    creditReportStored({ summary }),
  );
  const update = foldDocument(contactsModel, null, changes);
  const [first] = changes;
  if (update === null || first === undefined) throw new Error('nothing was folded');

  expect(update.slotBytes).toBeGreaterThan(SMALL_SLOTS_BYTES / 2);
  expect(update.slotBytes).toBeLessThanOrEqual(SMALL_SLOTS_BYTES);
  // As large as the largest that is not measured, if all of it were like this.
  const bytes = maxDocumentBytes(contentOf(contactsModel, { id: first.documentId, slots: update.slots }));
  expect((bytes * SMALL_SLOTS_BYTES) / update.slotBytes).toBeLessThanOrEqual(MAX_DOCUMENT_BYTES);
});

test('every read model has its projection, which listens to the streams that the model keeps checkpoints for', () => {
  const projected = readModels.filter(({ streams }) => streams.length > 0);
  expect(projections.map(({ readModel }) => readModel)).toEqual(expect.arrayContaining(projected));
  for (const { readModel, on } of projections) {
    const streams = eventTypes.filter((type) => on[type] !== undefined).map((type) => definitionOf(type).stream);
    expect([...new Set(streams)].toSorted(), readModel.name).toEqual([...readModel.streams].toSorted());
  }
});
