import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Leak, searchCollections, searchFolder, searchOplog, searchRedis } from '../invariants/leak-search.ts';
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
  const every = Math.ceil(events / MOST_THOROUGH);
  let index = 0;
  const isThorough = () => {
    signal.throwIfAborted();
    index += 1;
    return index % every === 0;
  };
  const found = [
    ...(await searchCollections(db, search, isThorough)),
    ...(await searchOplog(mongo, db.databaseName, { search, isThorough })),
    ...(await searchRedis(stack.redisUrl, search)),
  ];
  // Kafka's files hold what was published, those of MongoDB and Redis must not.
  const servers = readdirSync(dataDirectory).filter((name) => /^(mongodb|redis)/.test(name));
  for (const folder of [...logDirectories, ...servers.map((name) => join(dataDirectory, name))]) {
    found.push(...(await searchFolder(folder, search)));
  }
  return found;
}
