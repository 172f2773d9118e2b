import { isErased } from '@fundlens/read-models/erasure';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { definitionOf } from '@fundlens/read-models/definitions';
import { collectionName } from '@fundlens/read-models/definition';
import { type StoredDocument, slotsOf } from '@fundlens/read-models/document';
import type { Slot } from '@fundlens/read-models/slot';
import { Binary } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { operate } from '../testing/operator-fixture.ts';
import { type ProjectorFixture, projectorFixture, until } from '@fundlens/projector/testing/projector-fixture';
import { storedDocuments } from '@fundlens/projection/testing/stored-documents';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import { REBUILDS, type RebuildPhase, type RebuildRun } from '@fundlens/read-models/rebuild-run';

let fixture: ProjectorFixture;
beforeEach(async () => {
  fixture = await projectorFixture();
});
afterEach(() => fixture.close());

const TIMEOUT_MS = 180_000;
const PLANTED = 'Plantedvalue';

/** The slots of the contact in the version that the rebuild fills. */
async function rebuiltSlots(contactId: string): Promise<readonly Slot[]> {
  const { version } = definitionOf('contacts');
  const contacts = fixture.db.collection<StoredDocument>(collectionName('contacts', version + 1));
  const document = await contacts.findOne({ entityId: contactId });
  return document === null ? [] : [...slotsOf(document.slots).values()];
}

/** Everything that is known of a contact, with the name in every text. */
function lifeOf(contactId: string, name: string): Typed[] {
  return [
    build.contactChanged({ contactId, firstName: name, lastName: name, city: name }),
    build.applicantChanged({ contactId, processor: name }),
    build.creditReportStored({ contactId, requestId: `r-${contactId}`, report: build.reportBytes({ note: name }) }),
    build.underwritingCompleted({ contactId, resultId: `u-${contactId}`, declineReason: name }),
    build.fundingPlanChanged({ contactId, planId: `p-${contactId}` }),
    build.dealChanged({ contactId, dealId: `d-${contactId}`, name }),
  ];
}

/** Names of the collections that hold the planted name in whatever field. */
async function holding(name: string): Promise<string[]> {
  const found: string[] = [];
  for (const collection of await fixture.db.listCollections({}, { nameOnly: true }).toArray()) {
    for await (const document of fixture.db.collection(collection.name).find({})) {
      const values = [document, document.views ?? {}].flatMap((fields) => Object.values(fields));
      const bytes = values.flatMap((value) => (value instanceof Binary ? [value.value()] : []));
      const text = [JSON.stringify(document), ...bytes.map((value) => Buffer.from(value).toString('latin1'))].join(
        '\n',
      );
      if (text.includes(name)) found.push(collection.name);
    }
  }
  return found;
}

/** Holds the write that says something of the contact, as it is about to be made. */
function holdingBack(isHeld: (swaps: Parameters<DocumentStore['swap']>[1]) => boolean) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const state = { held: 0 };
  const wrap = (store: DocumentStore): DocumentStore => ({
    ...store,
    async swap(collection, swaps) {
      if (isHeld(swaps)) {
        state.held += 1;
        await released;
      }
      return await store.swap(collection, swaps);
    },
  });
  return { state, release, wrap };
}

const erase = (contactId: string) =>
  operate(['--json', 'erase', '--location', 'loc-1', '--contact', contactId, '--yes', '--by', 'ticket-1'], fixture);
/** MongoDB's own indexes come after the replay; the local stand-in has them from the beginning, to be fast enough. */
const WITHOUT_INDEXES = { MONGODB_STAND_IN_INDEXES: 'false' };
const isIn = (wanted: RebuildPhase) =>
  until(async () => (await fixture.db.collection<RebuildRun>(REBUILDS).findOne({}))?.phase === wanted);

async function expectErased(...contactIds: readonly string[]): Promise<void> {
  await fixture.caughtUp();
  expect(await holding(PLANTED)).toEqual([]);
  const own = [...(await storedDocuments(fixture.db))].filter(([key]) =>
    contactIds.some((id) => RegExp(`[:-]${id}$`).test(key)),
  );
  expect(own).toHaveLength(3 * contactIds.length);
  for (const [key, { slots }] of own) expect([...slots.values()].every(isErased), key).toBe(true);
  expect((await operate(['verify', '--location', 'loc-1'], fixture)).status).toBe(0);
  expect(await holding('Bystander')).not.toEqual([]);
}

it(
  'erases contacts for good from both versions, whatever a rebuild is about to write of them, and in its later phases',
  async () => {
    await fixture.start();
    await fixture.publish([build.locationChanged(), build.installationChanged()]);
    await fixture.publish(['c-1', 'c-2', 'c-3'].flatMap((contactId) => lifeOf(contactId, PLANTED)));
    await fixture.publish(lifeOf('c-4', 'Bystander'));
    await fixture.caughtUp();
    const held = holdingBack((swaps) =>
      swaps.some(({ update }) => JSON.stringify([...update.slots]).includes(PLANTED)),
    );
    const seams = { rebuild: { announceMs: 4_000, withdrawMs: 1_500, wrapStore: held.wrap } };
    const environment = { ...fixture.environment, ...WITHOUT_INDEXES };
    const rebuilding = operate(['--json', 'rebuild', 'all', '--yes', '--grace', '2'], { environment, seams });
    await until(() => held.state.held > 0);
    expect(await erase('c-1')).toMatchObject({ status: 0 });
    // Before the rebuild has come to it: clients of /changes may pass the time of its events.
    const erased = await rebuiltSlots('c-1');
    expect(erased.length).toBeGreaterThan(0);
    for (const slot of erased) expect(slot).toMatchObject({ value: null, late: true });
    held.release();
    await isIn('announced');
    expect(await erase('c-2')).toMatchObject({ status: 0 });
    await isIn('tailing');
    expect(await erase('c-3')).toMatchObject({ status: 0 });
    const ended = await rebuilding;
    expect([ended.status, ended.json<RebuildRun>()]).toMatchObject([0, { phase: 'finished' }]);
    await expectErased('c-1', 'c-2', 'c-3');
  },
  TIMEOUT_MS,
);
