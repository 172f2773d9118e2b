import { CHECKPOINTS } from '@fundlens/read-models/checkpoint';
import { type Collection, type Db, type Document, type IndexDescription, MongoServerError } from 'mongodb';

const BATCH = 500;

/**
 * Replaces what `to` holds by what `from` holds, as `mongorestore --drop` does: collection after collection, each dropped,
 * filled and indexed, while other clients go on. Checkpoints come last, as the guide to a restore has it. At the level of
 * the driver, because the local stand-in has no MongoDB Database Tools.
 */
export async function copyDatabase(from: Db, to: Db): Promise<void> {
  const found = (await from.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const kept = new Set(found);
  for (const { name } of await to.listCollections({}, { nameOnly: true }).toArray()) {
    if (!kept.has(name)) await to.collection(name).drop();
  }
  for (const name of found.toSorted((a, b) => Number(a === CHECKPOINTS) - Number(b === CHECKPOINTS))) {
    await copyCollection(from, to, name);
  }
}

const NAMESPACE_NOT_FOUND = 26;
const NAMESPACE_EXISTS = 48;

async function unlessCode(code: number, operation: Promise<unknown>): Promise<void> {
  try {
    await operation;
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === code)) throw error;
  }
}

async function copyCollection(from: Db, to: Db, name: string): Promise<void> {
  const target = to.collection<Document>(name);
  // Another client may have been first with either, at any moment.
  await unlessCode(NAMESPACE_NOT_FOUND, target.drop());
  await unlessCode(NAMESPACE_EXISTS, to.createCollection(name));
  let batch: Document[] = [];
  const flush = async () => {
    // A projector that runs on may have written the document anew.
    const operations = batch.map((document) => {
      return { replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true } };
    });
    if (operations.length > 0) await target.bulkWrite(operations, { ordered: false });
    batch = [];
  };
  // Without promotion numbers keep their BSON types.
  for await (const document of from.collection<Document>(name).find({}, { promoteValues: false })) {
    batch.push(document);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  // A projector may have removed what a rebuild has replaced since the collections were listed.
  await unlessCode(NAMESPACE_NOT_FOUND, copyIndexes(from.collection(name), target));
}

async function copyIndexes(from: Collection<Document>, to: Collection<Document>): Promise<void> {
  const indexes = (await from.indexes()).filter((index) => index.name !== '_id_');
  if (indexes.length > 0) await to.createIndexes(indexes.map(({ v: _, ...index }) => index as IndexDescription));
}
