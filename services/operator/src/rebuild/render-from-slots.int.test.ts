import { modelVersion } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import { differences, storedDocuments } from '@fundlens/projection/testing/stored-documents';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import {
  projectorFixture,
  type ProjectorFixture,
  redacted,
  until,
} from '@fundlens/projector/testing/projector-fixture';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { READ_MODEL_VERSIONS } from '@fundlens/read-models/store';
import { sleep } from '@fundlens/runtime/backoff';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { history } from '@fundlens/testing/history-arbitraries';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { Binary } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OperationsSeams } from '../composition-root.ts';
import { operate } from '../testing/operator-fixture.ts';
import { REBUILDS, type RebuildRun } from '@fundlens/read-models/rebuild-run';

let fixture: ProjectorFixture;
beforeEach(async () => {
  fixture = await projectorFixture();
});
afterEach(() => fixture.close());

const TIMEOUT_MS = 120_000;
const { seed } = propertySeed();
/** A projector of another build does not come as far as the comparison waits for. */
const quick = { announceMs: 1_500, withdrawMs: 1_500, projectorsMs: 1_000 };
const command = (
  args: readonly string[],
  rebuild: OperationsSeams['rebuild'] = {},
  options: Record<string, string> = {},
) =>
  operate(['--json', ...args], {
    environment: { ...fixture.environment, ...options },
    seams: { rebuild: { ...quick, ...rebuild }, verify: { pauseMs: 50 } },
  });
const lastRun = async () => await fixture.db.collection<RebuildRun>(REBUILDS).findOne({});

async function expectDocumentsOf(events: readonly Typed[]): Promise<void> {
  await fixture.caughtUp();
  expect(differences(await storedDocuments(fixture.db), referenceFold(events.map(redacted)))).toEqual([]);
}

/** Deletes all records of the topics, as retention does. */
async function emptyLogs(): Promise<void> {
  for (const topic of Object.values(fixture.topics)) {
    const ends = await fixture.admin.fetchTopicOffsets(topic);
    const partitions = ends
      .filter(({ high }) => high !== '0')
      .map(({ partition, high }) => ({ partition, offset: high }));
    if (partitions.length > 0) await fixture.admin.deleteTopicRecords({ topic, partitions });
  }
}

it(
  'fills new versions from the slots while projectors write, and goes on where it was when its process is gone',
  async () => {
    const events = [...fc.sample(history, { numRuns: 50, seed }).flat(), build.creditReportStored()];
    const half = Math.floor(events.length / 2);
    await fixture.start();
    await fixture.publish(events.slice(0, half));
    await fixture.caughtUp();
    // Nothing of what is in the slots can come from the logs.
    await emptyLogs();

    let writes = 0;
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
    const hanging = (store: DocumentStore): DocumentStore => ({
      ...store,
      async swap(collection, swaps) {
        writes += 1;
        if (writes > 3) await woken;
        return await store.swap(collection, swaps);
      },
    });
    const args = ['rebuild', 'all', '--from-slots', '--yes', '--grace', '2'];
    const dead = command(args, { wrapStore: hanging });
    await until(() => writes > 3);
    expect(await lastRun()).toMatchObject({ phase: 'rendering', renderedUpTo: { models: expect.any(Number) } });
    await fixture.publish(events.slice(half, half + 10));
    await fixture.db.collection<RebuildRun>(REBUILDS).updateOne({}, { $set: { owner: 'gone', leaseUntil: 0 } });

    const resumed = command(args);
    for (let at = half + 10; at < events.length; at += 20) {
      await fixture.publish(events.slice(at, at + 20));
      await sleep(100);
    }
    const ended = await resumed;
    expect([ended.status, ended.errors]).toEqual([0, '']);
    expect(ended.json<RebuildRun>()).toMatchObject({
      ...{ phase: 'finished', fromSlots: true, renderedUpTo: { models: 7, after: null } },
      comparison: { different: 0 },
    });
    wake();
    expect((await dead).status).toBe(70);
    await expectDocumentsOf(events);
    const names = (await fixture.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    const earlier = readModels.map((definition) => modelVersion(definition));
    expect(names.filter((name) => earlier.includes(name))).toEqual([]);
    expect(await fixture.deadLetters()).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'renders contacts anew by itself where the views alone are made otherwise, and counts their dashboard',
  async () => {
    const events = [
      build.locationChanged(),
      build.installationChanged(),
      build.contactChanged(),
      build.applicantChanged(),
    ];
    const before = await fixture.start();
    await fixture.publish(events);
    await fixture.caughtUp();
    await before.stop();
    // As a build before has made it: other views, and a fingerprint that says so.
    const old = { 'views.contact': new Binary(Buffer.from('{"old":true}')) };
    await fixture.db.collection(modelVersion(contacts)).updateMany({}, { $set: old });
    const pointers = fixture.db.collection<{ _id: string; revision: number }>(READ_MODEL_VERSIONS);
    await pointers.updateOne(
      { _id: contacts.name },
      { $set: { 'versions.0.fingerprint.views': 0 }, $inc: { revision: 1 } },
    );

    const projector = await fixture.start();
    const needed = 'rebuild_needed: contacts: how views are rendered (another build)';
    await until(async () => (await projector.health()).checks['read models'] === needed);
    expect(await command(['verify', '--location', 'loc-1'])).toMatchObject({
      status: 2,
      errors: expect.stringContaining('how views are rendered'),
    });
    const more = [build.contactChanged({ contactId: 'c-2' }), build.contactChanged({ meta: { version: 2 } })];
    await fixture.publish(more);
    const otherwise = { CUSTOM_FIELD_KEEP_LIST: 'account-reference' };
    const kept = ['rebuild', 'contacts', '--from-slots', '--new-fingerprint', '--yes'];
    expect(await command(kept, {}, otherwise)).toMatchObject({
      status: 2,
      errors: expect.stringContaining('without --from-slots'),
    });

    const rebuilt = await command(['rebuild', 'contacts', '--yes', '--grace', '0']);
    expect([rebuilt.status, rebuilt.errors]).toEqual([0, '']);
    expect(rebuilt.json<RebuildRun>()).toMatchObject({
      phase: 'finished',
      fromSlots: true,
      comparison: { different: 0 },
    });
    await until(async () => !(await projector.health()).degraded);
    await expectDocumentsOf([...events, ...more]);
    await until(async () => (await command(['verify', '--location', 'loc-1'])).status === 0);
    // Nothing differs any more: the same command takes the log.
    const again = await command(['rebuild', 'contacts', '--yes', '--grace', '0']);
    expect(again.json<RebuildRun>()).toMatchObject({ phase: 'finished', fromSlots: false });
  },
  TIMEOUT_MS,
);
