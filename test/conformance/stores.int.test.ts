import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { dirtyKey, type Outbox, type StoredDocument } from '@fundlens/read-models/document';
import { afterAll, expect } from 'vitest';
import { createDeadLetterStore } from '@fundlens/projection/dead-letters/dead-letter-store';
import { deadLetterStoreConformance } from '@fundlens/projection/dead-letters/testing/dead-letter-store-conformance';
import { NO_ERASURES } from '@fundlens/projection/erasures/testing/no-erasures';
import { openScratchDatabase, type ScratchDatabase } from '@fundlens/projection/testing/scratch-database';
import { windowStoreConformance } from '@fundlens/dashboards/testing/window-store-conformance';
import { createWindowStore } from '@fundlens/dashboards/window-store';
import { createCheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import { createDocumentStore } from '@fundlens/projection/writer/document-store';
import { contentIn } from '@fundlens/projection/writer/stored-content';
import { checkpointStoreConformance } from '@fundlens/projection/writer/testing/checkpoint-store-conformance';
import { documentStoreConformance } from '@fundlens/projection/writer/testing/document-store-conformance';

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

documentStoreConformance('the document store over MongoDB', async () => {
  const db = await database();
  const windows = createWindowStore(db, limits);
  const stored = (collection: string, key: string) =>
    db.collection<StoredDocument & Partial<Outbox> & { readonly dirtyKey?: string }>(collection).findOne({ _id: key });
  return {
    store: createDocumentStore(db, limits),
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
      await windows.clear([{ model: 'deals', key, revision, dirtyDays }]);
    },
  };
});

checkpointStoreConformance('the checkpoint store over MongoDB', async () =>
  createCheckpointStore(await database(), limits),
);

deadLetterStoreConformance('the dead-letter store over MongoDB', async () => {
  const db = await database();
  return {
    store: createDeadLetterStore(db, { erasures: NO_ERASURES, generation: () => 1 }),
    generation: 1,
    find: (id) => db.collection<DeadLetter>(DEAD_LETTERS).findOne({ _id: id }),
  };
});

windowStoreConformance('the window store over MongoDB', async () => {
  const db = await database();
  return { documents: createDocumentStore(db, limits), windows: createWindowStore(db, limits) };
});
