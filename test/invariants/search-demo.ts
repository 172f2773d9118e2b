import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { plantedSsns } from '@fundlens/local/demo/demo';
import { type DemoOptions, demoWorld } from '@fundlens/local/demo/world';
import { MongoClient } from 'mongodb';
import {
  type Searched,
  searchCollections,
  searchFolder,
  searchOplog,
  searchRedis,
  searchVerdict,
} from './leak-search.ts';
import { createSsnSearch, type Planted } from './ssn-search.ts';

/**
 * `npm run search:ssn [-- data directory] [--also 123456789]`: looks for every number of the demo in everything that a running
 * `npm start` has stored or said. Ends with 0 when none was found, 1 when one was, 3 when none was found but a place could not
 * be searched.
 *
 * Kafka's own log is not searched: it holds the events as they were published, by design. `--also` looks for one more
 * number, e.g. one that was planted on purpose to see that it is found; how it is found is shown, the number is not.
 */
type Urls = { readonly mongodbUrl: string; readonly redisUrl: string };

const { values, positionals } = parseArgs({ allowPositionals: true, options: { also: { type: 'string' } } });
const directory = resolve(
  process.env.INIT_CWD ?? process.cwd(),
  positionals[0] ?? join(import.meta.dirname, '../../.fundlens/dev'),
);
if (!existsSync(join(directory, 'urls.json'))) throw new Error(`no "npm start" runs in ${directory}`);

const urls = readJson<Urls>('urls.json');
const demo = plantedSsns(demoWorld(readJson<DemoOptions>('demo.json')));
const numbers: Planted = new Map([
  ...demo.map(({ ssn, contactId }) => [ssn, `demo ${contactId}`] as const),
  ...(values.also === undefined ? [] : [[values.also.replaceAll(/\D/g, ''), 'the number given with --also'] as const]),
]);
const search = createSsnSearch(numbers);
console.log(`searching for ${numbers.size} numbers`);

const all: Searched[] = [];
const mongo = await new MongoClient(urls.mongodbUrl).connect();
try {
  const { databases } = await mongo.db('admin').admin().listDatabases({ nameOnly: true });
  const names = databases.map(({ name }) => name).filter((name) => !['admin', 'config', 'local'].includes(name));
  for (const name of names) all.push(...(await searchCollections(mongo.db(name), search)));
  all.push(await searchOplog(mongo, names, { search }));
} finally {
  await mongo.close();
}
all.push(await searchRedis(urls.redisUrl, search));
for (const name of readdirSync(directory).filter((folder) => /^(redis|mongodb|logs)/.test(folder))) {
  all.push(await searchFolder(join(directory, name), search));
}
const { lines, status } = searchVerdict(all);
for (const line of lines) console.log(line);
process.exitCode = status;

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(directory, name), 'utf8')) as T;
}
