import { definitionOf, eventTypes } from '@fundlens/contracts/event-types';
import { readModels } from '@fundlens/read-models/definitions';
import { companyChanged, contactChanged, dealChanged, fundingPlanChanged } from '@fundlens/testing/event-builders';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { expect, test, vi } from 'vitest';
import { applicants } from '../projections/applicants.ts';
import { companies } from '../projections/companies.ts';
import { changesOf, foldDocument, renewDocument } from './fold.ts';
import { projectionOf, projections } from '../projections/registry.ts';

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 120_000 });

const changes = (...names: string[]) =>
  names.flatMap((name, index) => {
    const event = companyChanged({ name, meta: { version: index + 1 } });
    return changesOf([companies], assumeRedacted(event)).flatMap((touched) => touched.changes);
  });

test('an event changes one document of each read model that is made of it', () => {
  const touched = changesOf(projections, assumeRedacted(contactChanged()));
  expect(touched.map(({ projection, key }) => `${projection.readModel.name}/${key}`)).toEqual([
    'contacts/loc-1:contact-1',
    'applicants/loc-1:contact-1',
    'credit_summaries/loc-1:contact-1',
    'underwriting_results/loc-1:contact-1',
    'funding_plans/loc-1:contact-1',
    'next_steps/loc-1:contact-1',
  ]);
});

test('an event changes nothing in a read model that is not made of it', () => {
  expect(changesOf([companies], assumeRedacted(dealChanged()))).toEqual([]);
});

test('a batch of states of one document becomes one content: that of the highest', () => {
  const content = foldDocument(null, changes('first', 'second', 'third'), companies);
  expect(Buffer.from(content?.body ?? []).toString()).toContain('"name":"third"');
});

test('nothing has to be written when nothing outranks what is loaded', () => {
  const all = changes('first', 'second');
  const content = foldDocument(null, all, companies);
  if (content === null) throw new Error('nothing was folded');
  expect(foldDocument({ slots: content.slots, revision: 7 }, all.toReversed(), companies)).toBeNull();
});

test('a document is renewed where its slots say what the log says, with the values that their hashes vouch for', () => {
  const all = changes('first', 'second');
  const content = foldDocument(null, all, companies);
  const forged = new Map(
    [...(content?.slots ?? [])].map(([name, slot]) => [name, { ...slot, value: { name: 'forged' } }] as const),
  );
  expect(renewDocument({ slots: forged, revision: 7 }, all, companies)).toEqual(content);
  expect(renewDocument(null, all.toReversed(), companies)).toEqual(content);
});

test('a document is not renewed from states that are older than what it holds', () => {
  const [first, second] = changes('first', 'second');
  if (first === undefined || second === undefined) throw new Error('two changes were made');
  const slots = foldDocument(null, [second], companies)?.slots ?? new Map();
  expect(renewDocument({ slots, revision: 7 }, [first], companies)).toBeNull();
});

test('what was loaded is left as it was, so that a lost swap can fold again', () => {
  const [first, second] = changes('first', 'second');
  if (first === undefined || second === undefined) throw new Error('two changes were made');
  const content = foldDocument(null, [first], companies);
  const slots = new Map(content?.slots);
  const before = structuredClone([...slots]);
  foldDocument({ slots, revision: 1 }, [second], companies);
  expect([...slots]).toEqual(before);
});

test('a document that has collected more than the store takes is refused', () => {
  const plan = (n: number) => fundingPlanChanged({ planId: `plan-${n}`.padEnd(128, 'x') });
  const plans = Array.from({ length: 40_000 }, (_, n) => plan(n)).flatMap((event) =>
    changesOf([applicants], assumeRedacted(event)).flatMap((touched) => touched.changes),
  );
  expect(() => foldDocument(null, plans, applicants)).toThrow(
    expect.objectContaining({ kind: 'invalid', code: 'document_too_large' }),
  );
});

test('every read model has its projection, which listens to the streams that the model keeps checkpoints for', () => {
  const projected = readModels.filter(({ streams }) => streams.length > 0);
  expect(projections.map(({ readModel }) => readModel)).toEqual(expect.arrayContaining(projected));
  for (const model of projected) {
    const { on } = projectionOf(model.name);
    const streams = eventTypes.filter((type) => on[type] !== undefined).map((type) => definitionOf(type).stream);
    expect([...new Set(streams)].toSorted(), model.name).toEqual([...model.streams].toSorted());
  }
});
