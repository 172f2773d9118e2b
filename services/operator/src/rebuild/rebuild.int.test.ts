import type { Position } from '@fundlens/contracts/positions';
import { contacts as contactsModel } from '@fundlens/read-models/contacts/contacts';
import { collectionName, modelVersion, type ReadModelName } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { versionsOf } from '@fundlens/read-models/model-version';
import { modelVersions } from '@fundlens/read-models/store';
import { sleep } from '@fundlens/runtime/backoff';
import { deletionOf } from '@fundlens/testing/deletions';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { history } from '@fundlens/testing/history-arbitraries';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { ConfigResourceTypes } from 'kafkajs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OperationsSeams } from '../composition-root.ts';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import { type CommandResult, operate } from '../testing/operator-fixture.ts';
import {
  type ProjectorFixture,
  projectorFixture,
  redacted,
  until,
} from '@fundlens/projector/testing/projector-fixture';
import { setAside } from '@fundlens/projector/testing/set-aside';
import { differences, storedDocuments } from '@fundlens/projection/testing/stored-documents';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import { REBUILDS, type RebuildRun } from '@fundlens/read-models/rebuild-run';

const CURRENT = modelVersion(contactsModel);
/** Contacts, deals, locations and dashboards have the same version: they are rebuilt together. */
const { version: VERSION } = contactsModel;
const NEXT = collectionName('contacts', VERSION + 1);

let fixture: ProjectorFixture;
beforeEach(async () => {
  fixture = await projectorFixture();
});
afterEach(() => fixture.close());

const { seed } = propertySeed();
const TIMEOUT_MS = 120_000;
const someHistories = (count: number): Typed[] => [...fc.sample(history, { numRuns: count, seed }).flat()];
/** Without a query service; the projectors load the versions every second. */
const quick = { announceMs: 1_500, withdrawMs: 1_500 };

/** Small batches, so that a rebuild can be interrupted in the middle. */
const SMALL_BATCHES = { MAX_BYTES_IN_FLIGHT: '4096' };

function rebuild(
  args: readonly string[],
  more: OperationsSeams['rebuild'] = {},
  options: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const environment = { ...fixture.environment, ...options };
  return operate(['--json', 'rebuild', ...args], { environment, seams: { rebuild: { ...quick, ...more } } });
}
const everythingWith = (...how: [OperationsSeams['rebuild'], Record<string, string>?]) =>
  rebuild(['all', '--yes', '--grace', '2'], ...how);
const versionsNow = async (name: ReadModelName) => {
  const model = (await modelVersions(fixture.db)).get(name);
  return model && versionsOf(model).map(({ version, state }) => `${version} ${state}`);
};
const collections = async () =>
  (await fixture.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
/** Of every read model, of versions so much higher than this build's. */
const collectionsOfVersions = async (...higher: readonly number[]) => {
  const names = readModels.flatMap(({ name, version }) => higher.map((by) => collectionName(name, version + by)));
  return (await collections()).filter((name) => names.includes(name));
};

async function expectDocumentsOf(events: readonly Typed[]): Promise<void> {
  await fixture.caughtUp();
  expect(differences(await storedDocuments(fixture.db), referenceFold(events.map(redacted)))).toEqual([]);
}

it(
  'builds everything anew while events come in, goes on where it was when its process is gone, and lets no other begin meanwhile',
  async () => {
    const events = someHistories(60);
    await fixture.start();
    const third = Math.floor(events.length / 3);
    await fixture.publish(events.slice(0, third));
    await fixture.caughtUp();

    // The first process falls asleep in the middle of its writes; another one continues.
    let writes = 0;
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
    const hanging = (store: DocumentStore): DocumentStore => ({
      ...store,
      async swap(collection, swaps) {
        writes += 1;
        if (writes > 10) await woken;
        return await store.swap(collection, swaps);
      },
    });
    const asleep = everythingWith({ wrapStore: hanging }, SMALL_BATCHES);
    await until(() => writes > 10);
    expect((await rebuild(['contacts', '--yes'])).errors).toContain('A rebuild is running');
    await fixture.db.collection<RebuildRun>(REBUILDS).updateOne({}, { $set: { owner: 'gone', leaseUntil: 0 } });
    expect((await rebuild(['contacts', '--yes'])).errors).toContain('Another rebuild is unfinished');

    const resumed = everythingWith({});
    for (let at = third; at < 2 * third; at += 20) {
      await fixture.publish(events.slice(at, Math.min(at + 20, 2 * third)));
      await sleep(100);
    }
    expect([(await resumed).status, (await resumed).errors]).toEqual([0, '']);
    expect((await resumed).json<RebuildRun>()).toMatchObject({ phase: 'finished', comparison: { different: 0 } });
    // The suspended process resumes and has lost its lease.
    wake();
    expect((await asleep).status).toBe(70);
    for (const name of ['contacts', 'deals', 'locations', 'dashboard_windows'] as const) {
      expect(await versionsNow(name), name).toEqual([`${VERSION} dropped`, `${VERSION + 1} active`]);
    }
    await fixture.publish(events.slice(2 * third));
    await expectDocumentsOf(events);
    expect((await rebuild(['status'])).json<RebuildRun>()).toMatchObject({ phase: 'finished', owner: null });
    expect(await collectionsOfVersions(0)).toEqual([]);
    expect(await fixture.deadLetters()).toEqual([]);
  },
  2 * TIMEOUT_MS,
);

it(
  'switches nothing while documents differ, says which, and does it when it is told to',
  async () => {
    const events = [1, 2, 3].map((n) => build.contactChanged({ contactId: `c-${n}` }));
    await fixture.start();
    await fixture.publish(events);
    await fixture.caughtUp();
    const contacts = fixture.db.collection<{ _id: string; views: object; slots: object }>(CURRENT);
    await contacts.updateOne({ _id: 'loc-1:c-1' }, { $set: { 'views.contact': Buffer.from('{}') } });
    await contacts.updateOne({ _id: 'loc-1:c-2' }, { $set: { slots: {} } });
    const found = await contacts.findOne({ _id: 'loc-1:c-3' });
    await contacts.insertOne({ ...found, _id: 'loc-1:c-4', views: {}, slots: found?.slots ?? {} });

    const asked = await operate(['rebuild', 'deals'], { ...fixture, typed: 'n' });
    expect([asked.status, asked.errors]).toEqual([4, expect.stringContaining('Rebuild deals, contacts, locations?')]);
    const refused = await rebuild(['contacts', '--yes', '--grace', '1']);
    expect([refused.status, refused.errors]).toEqual([1, '']);
    const { phase: ended, models, comparison } = refused.json<RebuildRun>();
    expect(ended).toBe('refused');
    expect(models).toEqual(
      ['contacts', 'deals', 'locations'].map((name) => ({
        name,
        from: VERSION,
        to: VERSION + 1,
      })),
    );
    expect(comparison?.examples).toEqual([
      { model: NEXT, key: 'loc-1:c-1', what: 'view contact differs' },
      { model: NEXT, key: 'loc-1:c-2', what: 'slot contact is not in the version read' },
      { model: NEXT, key: 'loc-1:c-4', what: 'slot contact is not in the log' },
    ]);
    expect(await versionsNow('contacts')).toEqual([`${VERSION} active`, `${VERSION + 1} building`]);
    expect((await rebuild(['status'])).status).toBe(1);

    const told = await rebuild(['contacts', '--yes', '--grace', '1', '--accept-differences']);
    expect([told.status, told.errors]).toEqual([0, '']);
    await expectDocumentsOf(events);
  },
  TIMEOUT_MS,
);

it(
  'leaves nothing behind when another command aborts it, and does not switch when a dead letter that it has taken is discarded',
  async () => {
    const [deadLetter] = await setAside(fixture, 'crm', [build.contactChanged()]);
    await fixture.start();
    await fixture.caughtUp();
    const announced = async (by: number) => {
      await until(async () => (await versionsNow('contacts'))?.includes(`${VERSION + by} announced`) === true);
    };

    const aborted = rebuild(['contacts', '--yes'], { announceMs: 60_000 });
    await announced(1);
    expect((await rebuild(['abort'])).status).toBe(4);
    expect((await rebuild(['abort', '--yes'])).status).toBe(0);
    expect((await aborted).json<RebuildRun>().phase).toBe('aborted');
    expect(await versionsNow('contacts')).toEqual([`${VERSION} active`, `${VERSION + 1} dropped`]);

    const running = rebuild(['contacts', '--yes'], { announceMs: 4_000 });
    await announced(2);
    const discard = ['dead-letters', 'discard', deadLetter?._id ?? '', '--because', 'wrong', '--yes'];
    expect((await operate(discard, fixture)).status).toBe(0);
    const { status, ...refused } = await running;
    expect([status, refused.json<RebuildRun>()]).toMatchObject([
      1,
      { phase: 'refused', comparison: { different: 1, examples: [{ what: expect.stringContaining('discarded') }] } },
    ]);
    // Its process is gone.
    expect((await rebuild(['abort', '--yes'])).json<RebuildRun>().phase).toBe('aborted');
    expect(await collectionsOfVersions(1, 2)).toEqual([]);
    expect((await rebuild(['abort', '--yes'])).json()).toBeNull();
  },
  TIMEOUT_MS,
);

it(
  'applies and settles open dead letters that are valid by now, and never one that was discarded',
  async () => {
    const contact = (contactId: string, version = 1) => build.contactChanged({ contactId, meta: { version } });
    const plain = [contact('plain'), contact('judged'), build.companyChanged()];
    const deadLetters = await setAside(fixture, 'crm', [contact('judged', 2), contact('open'), contact('replayed')]);
    const [, report] = await setAside(fixture, 'funding', [build.nextStepsChanged(), build.creditReportStored()]);
    const [access] = await setAside(fixture, 'access', [build.companyChanged({ companyId: 'co-late' })]);
    const { environment } = fixture;
    const desk = async (...args: string[]) => await operate(['dead-letters', ...args, '--yes'], { environment });
    await desk('discard', deadLetters[0]?._id ?? '', '--because', 'wrong');
    await desk('replay', deadLetters[2]?._id ?? '');
    // What is invalid still stays as it is.
    await fixture.produce('crm', [{ key: 'contact:loc-1:bad', value: Buffer.from('x'), partition: 0 }]);
    await fixture.start();
    await fixture.publish(plain);
    await fixture.caughtUp();

    expect(access?.blocks).toBe('company:co-late');
    const all = await everythingWith({});
    expect(all.json<RebuildRun>()).toMatchObject({
      phase: 'finished',
      settledLetters: 4,
      comparison: { different: 0 },
    });
    const events = [
      ...plain,
      contact('open'),
      contact('replayed'),
      build.nextStepsChanged(),
      build.creditReportStored(),
    ];
    await expectDocumentsOf([...events, build.companyChanged({ companyId: 'co-late' })]);
    const statuses = new Map((await fixture.deadLetters()).map(({ _id, status }) => [_id, status]));
    expect(statuses.get(deadLetters[0]?._id ?? '')).toBe('discarded');
    expect([report, access].map((deadLetter) => statuses.get(deadLetter?._id ?? ''))).toEqual(['replayed', 'replayed']);
    expect([...statuses.values()].filter((status) => status === 'open')).toHaveLength(1);
    const verified = await operate(['verify', '--location', 'loc-1'], { environment });
    expect([verified.status, verified.output]).toEqual([0, expect.stringContaining('No difference')]);
  },
  TIMEOUT_MS,
);

it(
  'keeps what the log has lost: the latest of a key that was compacted away',
  async () => {
    const stale = build.contactChanged({ contactId: 'c-1', firstName: 'Early', meta: { version: 1 } });
    const lost = build.contactChanged({ contactId: 'c-1', firstName: 'Latest', meta: { version: 3 } });
    const gone = deletionOf(build.contactChanged({ contactId: 'c-2', meta: { version: 4 } }));
    await fixture.start();
    const outdone = await fixture.publish([lost, gone]);
    await fixture.caughtUp();
    // A late event with a lower version comes last, so that compaction keeps it and drops the one that counts.
    await fixture.publish([stale, build.contactChanged({ contactId: 'c-2', meta: { version: 2 } })]);
    await fixture.caughtUp();
    const expected = await storedDocuments(fixture.db);
    await compact(fixture, outdone);

    const exact = await rebuild(['contacts', '--yes', '--grace', '1']);
    expect(exact.json<RebuildRun>()).toMatchObject({ phase: 'finished', comparison: { different: 0, carried: 2 } });
    const stored = await storedDocuments(fixture.db);
    for (const key of ['contacts/loc-1:c-1', 'contacts/loc-1:c-2']) {
      expect(stored.get(key)?.views).toEqual(expected.get(key)?.views);
      expect(stored.get(key)?.slots).toEqual(expected.get(key)?.slots);
    }
  },
  TIMEOUT_MS,
);

/** Makes the topics compacted ones, from which these records are gone already. */
async function compact({ admin, topics }: ProjectorFixture, gone: readonly Position[]): Promise<void> {
  await admin.alterConfigs({
    validateOnly: false,
    resources: Object.values(topics).map((name) => ({
      type: ConfigResourceTypes.TOPIC,
      name,
      configEntries: [{ name: 'cleanup.policy', value: 'compact,delete' }],
    })),
  });
  const partitions = gone.map(({ partition, offset }) => ({ partition, offset: String(Number(offset) + 1) }));
  for (const after of partitions) await admin.deleteTopicRecords({ topic: topics.crm, partitions: [after] });
}
