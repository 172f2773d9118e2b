import { eventTypes } from '@fundlens/contracts/event-types';
import { windowStoreConformance } from '@fundlens/dashboards/testing/window-store-conformance';
import { createWindowStore } from '@fundlens/dashboards/window-store';
import { storedDocuments } from '@fundlens/operator/documents-store';
import { holdingsOf } from '@fundlens/operator/erase/subject-store';
import { createDeadLetters } from '@fundlens/projection/dead-letters/dead-letter-store';
import { deadLetterStoreConformance } from '@fundlens/projection/dead-letters/testing/dead-letter-store-conformance';
import { NO_ERASURES } from '@fundlens/projection/erasures/testing/no-erasures';
import { changesOf } from '@fundlens/projection/fold/fold';
import { projections } from '@fundlens/projection/projections/projections';
import { openScratchDatabase, type ScratchDatabase } from '@fundlens/projection/testing/scratch-database';
import { createCheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import { createDocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter } from '@fundlens/projection/writer/document-writer';
import { contentIn } from '@fundlens/projection/writer/stored-content';
import { checkpointStoreConformance } from '@fundlens/projection/writer/testing/checkpoint-store-conformance';
import { documentStoreConformance } from '@fundlens/projection/writer/testing/document-store-conformance';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { collectionName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES, readModels } from '@fundlens/read-models/definitions';
import { dirtyKey, type Outbox, type StoredDocument } from '@fundlens/read-models/document';
import * as build from '@fundlens/testing/event-builders';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, expect, it } from 'vitest';

/** The stores over MongoDB do what those of the simulator do: the same suites, `test/simulation/conformance.test.ts`. */

const limits = { maxTimeMs: 10_000, generation: () => 1 };
const opened: ScratchDatabase[] = [];

async function database() {
  const scratch = await openScratchDatabase({ prepared: true });
  opened.push(scratch);
  return scratch.db;
}
afterAll(async () => {
  for (const scratch of opened) await scratch.close();
});

const ofDocuments = await database();
const stored = (collection: string, key: string) =>
  ofDocuments
    .collection<StoredDocument & Partial<Outbox> & { readonly dirtyKey?: string }>(collection)
    .findOne({ _id: key });
documentStoreConformance('the document store over MongoDB', {
  store: createDocumentStore(ofDocuments),
  async find(collection, key) {
    const document = await stored(collection, key);
    if (document === null) return null;
    const { revision, locationId = '', dirtyDays = [], dirtySince } = document;
    // The key that is searched by says the same as the time.
    expect(document.dirtyKey).toBe(dirtySince === undefined ? undefined : dirtyKey(locationId, dirtySince));
    const outbox = dirtySince === undefined ? null : { dirtyDays, dirtySince };
    return { content: contentIn(document), revision, outbox };
  },
  async clearOutbox(collection, key) {
    const { revision = 0, dirtyDays = [] } = (await stored(collection, key)) ?? {};
    await createWindowStore(ofDocuments, limits).clear([{ model: 'deals', key, revision, dirtyDays }]);
  },
});

checkpointStoreConformance(
  'the checkpoint store over MongoDB',
  createCheckpointStore(await database(), () => 1),
);

const ofDeadLetters = await database();
deadLetterStoreConformance('the dead-letter store over MongoDB', {
  store: createDeadLetters(ofDeadLetters, { ...limits, erasures: NO_ERASURES }),
  generation: 1,
  find: (id) => ofDeadLetters.collection<DeadLetter>(DEAD_LETTERS).findOne({ _id: id }),
});

const ofWindows = await database();
windowStoreConformance('the window store over MongoDB', {
  documents: createDocumentStore(ofWindows),
  windows: createWindowStore(ofWindows, limits),
});

const ofLocations = readModels.map(({ name }) => name).filter((name) => name !== 'companies' && name !== 'credentials');

/** The filters of a command that name no location where they must: each of a write, and those of reads by `_id`. */
function withoutLocation({ commandName, command }: CommandStartedEvent): unknown[] {
  const collection = String(command[commandName]);
  if (!ofLocations.some((name) => collectionName(name, 1) === collection)) return [];
  const isRead = commandName === 'find' || commandName === 'aggregate';
  const stages: readonly { readonly $match?: object }[] = command.pipeline ?? [];
  const filters: readonly Record<string, unknown>[] = isRead
    ? [Object.assign({}, command.filter, ...stages.map(({ $match }) => $match))]
    : [...(command.updates ?? []), ...(command.deletes ?? [])].map(({ q }) => q);
  const byIdentity = filters.filter((filter) => !isRead || '_id' in filter);
  const lacking = byIdentity.filter(({ _id, locationId }) => !isNamed(_id, locationId));
  return lacking.map((filter) => ({ commandName, collection, ...filter }));
}

function isNamed(_id: unknown, locationId: unknown): boolean {
  const locationIds = valuesOf(locationId);
  return valuesOf(_id).every((id) => locationIds.includes(String(id).split(':')[0]));
}

function valuesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null && '$in' in value ? (value.$in as unknown[]) : [value];
}

it('names the location beside the identity in every write and point read, so that each goes to one shard', async () => {
  const db = await database();
  const sent: CommandStartedEvent[] = [];
  db.client.on('commandStarted', (command) => void sent.push(command));
  const documents = createDocumentStore(db);
  const windows = createWindowStore(db, limits);
  const { write } = createDocumentWriter({
    ...limits,
    erasures: NO_ERASURES,
    store: documents,
    pauseBeforeRound: async () => undefined,
  });
  for (const version of [1, 2]) {
    const events = eventTypes.map((type) => build.buildEvent(type, { meta: { version } }));
    const changes = events.map((event) => ({
      appendedAt: 0,
      documents: changesOf(projections, assumeRedacted(event), 0),
      subject: null,
    }));
    await write(changes);
  }
  const dirty = await windows.dirtyDocuments('loc-1', 99);
  expect(new Set(dirty.map(({ model }) => model))).toEqual(new Set(DASHBOARD_SOURCES));
  await windows.clear(dirty);
  expect(await windows.dirtyDocuments('loc-1', 99)).toEqual([]);
  await windows.timeZone('loc-1');
  const window = { timeZone: 'UTC', firstDay: 1, sums: Buffer.alloc(1), stageSums: Buffer.alloc(1) };
  expect(await windows.swapWindow('loc-1', window, null)).toBe(true);
  expect(await windows.swapWindow('loc-1', window, 1)).toBe(true);

  const held: string[] = [];
  for await (const { name, key } of holdingsOf(db, 1, { locationId: 'loc-1', contactId: 'contact-1' })) {
    held.push(`${name}/${key}`);
  }
  expect(held).toEqual(
    expect.arrayContaining(['contacts/loc-1:contact-1', 'credit_reports/loc-1:request-1', 'deals/loc-1:deal-1']),
  );
  for await (const { revision } of storedDocuments(
    db,
    { name: 'contacts', generation: 1 },
    { keys: ['loc-1:contact-1'] },
  )) {
    expect(revision).toBe(2);
  }

  expect(sent.flatMap(withoutLocation)).toEqual([]);
  const updated = sent.filter(({ commandName }) => commandName === 'update').map(({ command }) => command.update);
  for (const name of [
    'locations',
    'contacts',
    'credit_reports',
    'deals',
    'deal_pipelines',
    'dashboard_windows',
  ] as const)
    expect(updated).toContain(collectionName(name, 1));
});
