import { contacts } from '@fundlens/projection/projections/projections';
import { changesOf, contentOf } from '@fundlens/projection/fold/fold';
import { redacted } from '@fundlens/projector/testing/projector-fixture';
import { makeSlot } from '@fundlens/read-models/slot';
import { deletionOf } from '@fundlens/testing/deletions';
import { contactChanged } from '@fundlens/testing/event-builders';
import { beforeEach, expect, it } from 'vitest';
import { createRandom } from '@fundlens/runtime/testing/random';
import { createKnownStates, type Entity, type KnownStates, type OwnWrite } from './known-states.ts';

/** Readers of every scenario find a false answer by this alone. */

const named = (version: number, lastName: string) =>
  contactChanged({ meta: { locationId: 'loc', version }, contactId: 'contact', lastName });
/** As the API answers for a contact of this name. */
const shown = (version: number, lastName: string): unknown => {
  const [change] = changesOf([contacts], redacted(named(version, lastName)), 0);
  if (change === undefined) throw new TypeError('the event changes no contact');
  const slots = new Map([[change.slot, makeSlot(change.version, change.value)]]);
  const body = contentOf(change.readModel, { id: change.documentId, slots }).views.get('contact');
  return body === undefined ? null : JSON.parse(String(Buffer.from(body)));
};

let known: KnownStates;
let entity: Entity;
let write: OwnWrite;
beforeEach(() => {
  known = createKnownStates((locationId) => locationId === 'loc');
  for (const event of [named(1, 'First'), named(2, 'Second')]) known.sent(redacted(event));
  known.acknowledged(redacted(named(2, 'Second')), { topic: 'crm', partition: 0, offset: '7' });
  const [any, last] = [known.anyEntity(createRandom(1)), known.lastWrite()];
  if (any === null || last === null) throw new TypeError('nothing is known');
  [entity, write] = [any, last];
});

it('takes every state that was sent for true, and absence, and finds one that never was', () => {
  const answers = [shown(1, 'First'), shown(2, 'Second'), null, shown(1, 'Third'), {}];
  expect(answers.map((answer) => known.wasOnce(entity, answer))).toEqual([true, true, true, false, false]);
});

it('finds a state older than the write that was waited for, until a deletion is newer', () => {
  const answers = [shown(2, 'Second'), shown(1, 'First'), null];
  expect(answers.map((answer) => known.wasOnce(entity, answer, write.slot))).toEqual([true, false, false]);
  known.sent(redacted(deletionOf(named(3, 'Second'))));
  expect(known.wasOnce(entity, null, write.slot)).toBe(true);
});

it('tells which states read alike', () => {
  known.sent(redacted(named(3, 'First')));
  const versions = (data: unknown) => known.statesLike(entity, data)?.map(({ version }) => version);
  expect([versions(shown(1, 'First')), versions(shown(2, 'Second')), versions({})]).toEqual([[1, 3], [2], []]);
});
