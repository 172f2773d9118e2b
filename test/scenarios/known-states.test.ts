import { contacts } from '@fundlens/projection/projections/contacts';
import { changesOf, contentOf } from '@fundlens/projection/fold/fold';
import { redacted } from '@fundlens/projector/testing/projector-fixture';
import { makeSlot } from '@fundlens/read-models/slot';
import { deletionOf } from '@fundlens/testing/deletions';
import { contactChanged } from '@fundlens/testing/event-builders';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRandom } from '../simulation/random.ts';
import { createKnownStates, type Entity, type KnownStates, type OwnWrite } from './known-states.ts';

const random = createRandom(1);
const position = { topic: 'crm', partition: 0, offset: '7' };
const named = (version: number, lastName: string) =>
  contactChanged({ meta: { locationId: 'loc', version }, contactId: 'contact', lastName });

let known: KnownStates;
let entity: Entity;
let write: OwnWrite;
/** As the API answers for a contact of this name. */
const shown = (version: number, lastName: string): unknown => {
  const [changed] = changesOf([contacts], redacted(named(version, lastName)), 0);
  const [change] = changed?.changes ?? [];
  if (changed === undefined || change === undefined) throw new TypeError('the event changes no contact');
  const slots = new Map([[change.slot, makeSlot(change.version, change.value)]]);
  const body = contentOf(changed.readModel, { id: changed.id, slots }).views.get('contact');
  return body === undefined ? null : JSON.parse(String(Buffer.from(body)));
};

beforeEach(() => {
  known = createKnownStates((locationId) => locationId === 'loc');
  for (const event of [named(1, 'First'), named(2, 'Second')]) known.sent(redacted(event));
  known.acknowledged(redacted(named(2, 'Second')), position);
  const [any, last] = [known.anyEntity(random), known.lastWrite()];
  if (any === null || last === null) throw new TypeError('nothing is known');
  [entity, write] = [any, last];
});

describe('what is known of a contact', () => {
  it('takes every state that was sent for true, and absence', () => {
    expect(known.wasOnce(entity, shown(1, 'First'))).toBe(true);
    expect(known.wasOnce(entity, shown(2, 'Second'))).toBe(true);
    expect(known.wasOnce(entity, null)).toBe(true);
  });

  it('finds a state that was never sent', () => {
    expect(known.wasOnce(entity, shown(1, 'Third'))).toBe(false);
    expect(known.wasOnce(entity, {})).toBe(false);
  });

  it('finds a state older than the write that was waited for', () => {
    expect(write.position).toBe('crm/0/7');
    expect(known.wasOnce(entity, shown(2, 'Second'), write.slot)).toBe(true);
    expect(known.wasOnce(entity, shown(1, 'First'), write.slot)).toBe(false);
    expect(known.wasOnce(entity, null, write.slot)).toBe(false);
  });

  it('takes absence for true after a deletion that is newer than the write', () => {
    known.sent(redacted(deletionOf(named(3, 'Second'))));
    expect(known.wasOnce(entity, null, write.slot)).toBe(true);
  });

  it('tells which states read alike, and nothing of what it never heard of', () => {
    const versions = (data: unknown) => known.statesLike(entity, data)?.map(({ version }) => version);
    known.sent(redacted(named(3, 'First')));
    expect([versions(shown(1, 'First')), versions(shown(2, 'Second')), versions({})]).toEqual([[1, 3], [2], []]);
    expect(known.statesLike({ ...entity, target: '/contacts/unknown' }, null)).toBeNull();
  });

  it('knows nothing of locations that are not read', () => {
    const others = createKnownStates(() => false);
    others.sent(redacted(named(1, 'First')));
    expect(others.anyEntity(random)).toBeNull();
  });
});
