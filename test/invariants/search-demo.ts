import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { plantedSsns } from '@fundlens/local/demo/demo';
import { type DemoOptions, demoWorld } from '@fundlens/local/demo/world';
import { MongoClient } from 'mongodb';
import { leaksInMongodb, leaksInRedis } from './leak-search.ts';
import { leaksInFolder, leaksInOplog, type Searched } from './live-search.ts';
import { EXIT_USAGE, type SearchArguments, searchArguments, searchLines, searchVerdict } from './search-command.ts';
import { createSsnSearch, type Planted } from './ssn-search.ts';

/**
 * `npm run search:ssn [-- data directory] [--also 123456789] [--no-oplog]`: looks for every number of the demo in
 * everything that a running `npm start` has stored or said. Ends with 0 when none was found, 1 when one was, 2 when
 * nothing runs, 3 when none was found but MongoDB's oplog could not be searched: `--no-oplog` says that there is none.
 *
 * Kafka's own log is not searched: it holds the events as they were published, by design. `--also` looks for one more
 * number, e.g. one that was planted on purpose to see that it is found; how it is found is shown, the number is not.
 */
type Urls = { readonly mongodbUrl: string; readonly redisUrl: string };

const given = searchArguments(process.argv.slice(2));
const directory = resolve(
  process.env.INIT_CWD ?? process.cwd(),
  given?.directory ?? join(import.meta.dirname, '../../.fundlens/dev'),
);

if (given === null || !existsSync(join(directory, 'urls.json'))) {
  console.error(
    'usage: npm run search:ssn [-- DATA_DIRECTORY] [--also NINE_DIGITS] [--no-oplog], while "npm start" runs',
  );
  process.exit(EXIT_USAGE);
}
process.exitCode = await main(given);

async function main({ also, noOplog }: SearchArguments): Promise<number> {
  const urls = readJson<Urls>('urls.json');
  const world = demoWorld(readJson<DemoOptions>('demo.json'));
  const numbers: Planted = new Map([
    ...plantedSsns(world).map(({ ssn, contactId }) => [ssn, `demo ${contactId}`] as const),
    ...also.map((number) => [number, 'a number given with --also'] as const),
  ]);
  const search = createSsnSearch(numbers);
  console.log(`searching for ${numbers.size} numbers`);

  const all: Searched[] = [];
  const report = (searched: Searched): void => {
    all.push(searched);
    for (const line of searchLines(searched)) console.log(line);
  };
  const mongo = await new MongoClient(urls.mongodbUrl).connect();
  try {
    const { databases } = await mongo.db('admin').admin().listDatabases({ nameOnly: true });
    const names = databases.map(({ name }) => name).filter((name) => !['admin', 'config', 'local'].includes(name));
    for (const name of names) {
      const db = mongo.db(name);
      const { length } = await db.listCollections({}, { nameOnly: true }).toArray();
      report({ place: `MongoDB ${name} (collections)`, items: length, leaks: await leaksInMongodb(db, search) });
    }
    report(await leaksInOplog(mongo, names, search));
  } finally {
    await mongo.close();
  }
  report({ place: 'Redis (server)', items: 1, leaks: await leaksInRedis(urls.redisUrl, search) });
  for (const name of readdirSync(directory).filter((folder) => /^(redis|mongodb|logs)/.test(folder))) {
    report(await leaksInFolder(name, { folder: join(directory, name), numbers, search }));
  }
  const { line, status } = searchVerdict(all, { noOplog });
  console.log(line);
  return status;
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(directory, name), 'utf8')) as T;
}
