import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { afterAll } from 'vitest';
import { createDeadLetterStore } from './dead-letters/dead-letter-store.ts';
import { deadLetterStoreConformance } from './dead-letters/testing/dead-letter-store-conformance.ts';
import { NO_ERASURES } from './erasure/erasures.ts';
import { openScratchDatabase, type ScratchDatabase } from './testing/scratch-database.ts';
import { windowStoreConformance } from './windows/testing/window-store-conformance.ts';
import { createWindowStore } from './windows/window-store.ts';
import { createCheckpointStore } from './writer/checkpoint-store.ts';
import { createDocumentStore } from './writer/document-store.ts';
import { checkpointStoreConformance } from './writer/testing/checkpoint-store-conformance.ts';
import { documentStoreConformance } from './writer/testing/document-store-conformance.ts';

/** The stores over MongoDB do what those of the simulator do: the same suites, `test/simulation/conformance.test.ts`. */

const limits = { maxTimeMs: 10_000 };
const opened: ScratchDatabase[] = [];

async function database() {
  const scratch = await openScratchDatabase({ prepared: true });
  opened.push(scratch);
  return scratch.db;
}
afterAll(async () => {
  for (const scratch of opened) await scratch.close();
});

documentStoreConformance('the document store over MongoDB', async () => createDocumentStore(await database(), limits));

checkpointStoreConformance('the checkpoint store over MongoDB', async () =>
  createCheckpointStore(await database(), limits),
);

deadLetterStoreConformance('the dead-letter store over MongoDB', async () => {
  const db = await database();
  return {
    store: createDeadLetterStore(db, NO_ERASURES),
    find: (id) => db.collection<DeadLetter>(DEAD_LETTERS).findOne({ _id: id }),
  };
});

windowStoreConformance('the window store over MongoDB', async () => {
  const db = await database();
  return { documents: createDocumentStore(db, limits), windows: createWindowStore(db, limits) };
});
