import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { distinct, type Leak, leaksInRedis, searchable } from '../invariants/leak-search.ts';
import { digitsIn, leaksInFolder } from '../invariants/live-search.ts';
import { createSsnSearch, type Planted } from '../invariants/ssn-search.ts';
import type { System } from './system.ts';

/** In every encoding and within PDFs a document takes milliseconds; of many, all others are looked through for plain digits. */
const MOST_THOROUGH = 1_000;

/** Looks for the numbers in everything that the system has stored or said. */
export async function searchEverything(
  { mongo, db, stack, logDirectories, dataDirectory }: System,
  { numbers, events, signal }: { readonly numbers: Planted; readonly events: number; readonly signal: AbortSignal },
): Promise<Leak[]> {
  const search = createSsnSearch(numbers);
  const leaks: Leak[] = [];
  const every = Math.ceil(events / MOST_THOROUGH);

  async function searchDocuments(where: string, documents: AsyncIterable<Buffer>): Promise<void> {
    let index = 0;
    for await (const bytes of documents) {
      signal.throwIfAborted();
      leaks.push(...digitsIn(bytes, numbers).map((finding) => ({ where, ...finding })));
      index += 1;
      if (index % every !== 0) continue;
      const { stored, text } = await searchable(bytes);
      leaks.push(...[...search.inBytes(stored), ...search.inText(text)].map((finding) => ({ where, ...finding })));
    }
  }

  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    const documents = db.collection(name).find<Buffer>({}, { raw: true, batchSize: 100 });
    await searchDocuments(`MongoDB ${name}`, documents);
  }
  // A range and no expression: the stand-in finds nothing by those.
  const ns = { $gte: `${db.databaseName}.`, $lt: `${db.databaseName}/` };
  const oplog = mongo.db('local').collection('oplog.rs').find<Buffer>({ ns }, { raw: true });
  await searchDocuments('MongoDB oplog', oplog);
  leaks.push(...(await leaksInRedis(stack.redisUrl, search)));
  // Kafka's files hold what was published, those of MongoDB and Redis must not.
  const servers = readdirSync(dataDirectory).filter((name) => /^(mongodb|redis)/.test(name));
  for (const folder of [...logDirectories, ...servers.map((name) => join(dataDirectory, name))]) {
    leaks.push(...(await leaksInFolder(folder, { folder, numbers, search })).leaks);
  }
  return distinct(leaks);
}
