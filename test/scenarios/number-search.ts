import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Db, MongoClient } from 'mongodb';
import { distinct, type Leak, leaksInRedis, searchable } from '../invariants/leak-search.ts';
import { digitsIn, leaksInFolder, type Searched } from '../invariants/live-search.ts';
import { createSsnSearch, type Planted } from '../invariants/ssn-search.ts';
import type { Random } from '../simulation/random.ts';

export type NumberSearchOptions = {
  readonly mongo: MongoClient;
  readonly db: Db;
  readonly redisUrl: string;
  readonly logDirectories: readonly string[];
  /** Of the servers: Kafka's hold what was published, those of MongoDB and Redis must not. */
  readonly dataDirectory: string;
  readonly numbers: Planted;
  readonly random: Random;
  /** Expected number of documents; of more than `MOST_THOROUGH` a random share is looked at thoroughly. */
  readonly documents: number;
  readonly signal: AbortSignal;
};

/** In every encoding and within PDFs a document takes milliseconds; for plain digits all of them are looked through. */
const MOST_THOROUGH = 1_000;

/** Looks for the numbers in everything that the system has stored or said. */
export async function searchEverything(options: NumberSearchOptions): Promise<Searched[]> {
  const { mongo, db, redisUrl, logDirectories, dataDirectory, numbers } = options;
  const search = createSsnSearch(numbers);
  const found: Searched[] = [];
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    const documents = db.collection(name).find<Buffer>({}, { raw: true, batchSize: 100 });
    found.push(await searchDocuments(`MongoDB ${name}`, documents, options));
  }
  // A range and no expression: the stand-in finds nothing by those.
  const ns = { $gte: `${db.databaseName}.`, $lt: `${db.databaseName}/` };
  const oplog = mongo.db('local').collection('oplog.rs').find<Buffer>({ ns }, { raw: true });
  found.push(await searchDocuments('MongoDB oplog', oplog, options));
  found.push({ place: 'Redis (server)', items: 1, leaks: await leaksInRedis(redisUrl, search) });
  for (const folder of logDirectories) found.push(await leaksInFolder('logs', { folder, numbers, search }));
  for (const name of readdirSync(dataDirectory).filter((name) => /^(mongodb|redis)/.test(name))) {
    found.push(await leaksInFolder(name, { folder: join(dataDirectory, name), numbers, search }));
  }
  return found;
}

async function searchDocuments(
  place: string,
  documents: AsyncIterable<Buffer>,
  { numbers, random, documents: expected, signal }: NumberSearchOptions,
): Promise<Searched> {
  const search = createSsnSearch(numbers);
  const leaks: Leak[] = [];
  let items = 0;
  for await (const bytes of documents) {
    signal.throwIfAborted();
    items += 1;
    const findings = digitsIn(bytes, numbers);
    if (random.chance(MOST_THOROUGH / Math.max(expected, 1))) {
      const { stored, text } = await searchable(bytes);
      findings.push(...search.inBytes(stored), ...search.inText(text));
    }
    leaks.push(...findings.map((finding) => ({ where: place, ...finding })));
  }
  return { place, items, leaks: distinct(leaks) };
}
