import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { plantedSsns } from '@fundlens/local/demo/demo-events';
import { MongoClient } from 'mongodb';
import { leaksInMongodb, leaksInRedis } from './leak-search.ts';
import { leaksInFolder, leaksInOplog, type Searched } from './live-search.ts';
import { createSsnSearch, type Planted } from './ssn-search.ts';

/**
 * `npm run search:ssn [-- data directory] [--also 123456789]`: looks for every number of the demo in everything that a
 * running `npm start` has stored or said. Ends with 0 when none was found, 1 when one was, 2 when nothing runs.
 *
 * Kafka's own log is not searched: it holds the events as they were published, by design. `--also` looks for one more
 * number, e.g. one that was planted on purpose to see that it is found; how it is found is shown, the number is not.
 */
const EXIT_FOUND = 1;
const EXIT_USAGE = 2;
const NINE_DIGITS = /^\d{9}$/;

type Urls = { readonly mongodbUrl: string; readonly redisUrl: string };
type Demo = { readonly seed: string; readonly baseInstant: number; readonly scale: 'full' | 'small' };

const args = process.argv.slice(2);
const also = args.flatMap((arg, index) => (args[index - 1] === '--also' ? [arg.replaceAll(/\D/g, '')] : []));
const [given] = args.filter((arg, index) => arg !== '--also' && args[index - 1] !== '--also');
const directory = resolve(
  process.env.INIT_CWD ?? process.cwd(),
  given ?? join(import.meta.dirname, '../../.fundlens/dev'),
);

if (!also.every((number) => NINE_DIGITS.test(number)) || !existsSync(join(directory, 'urls.json'))) {
  console.error('usage: npm run search:ssn [-- DATA_DIRECTORY] [--also NINE_DIGITS], while "npm start" runs');
  process.exit(EXIT_USAGE);
}
process.exitCode = await main();

async function main(): Promise<number> {
  const urls = readJson<Urls>('urls.json');
  const { seed, baseInstant, scale } = readJson<Demo>('demo.json');
  const numbers: Planted = new Map([
    ...plantedSsns({ seed, baseInstant, scale }).map(({ ssn, contactId }) => [ssn, `demo ${contactId}`] as const),
    ...also.map((number) => [number, 'a number given with --also'] as const),
  ]);
  const search = createSsnSearch(numbers);
  console.log(`searching for ${numbers.size} numbers`);

  const all: Searched[] = [];
  const report = (searched: Searched): void => {
    all.push(searched);
    console.log(`${searched.leaks.length === 0 ? 'clean' : 'FOUND'}  ${searched.place}: ${searched.items}`);
    for (const { where, planted, as } of searched.leaks) console.log(`         ${where}: ${planted} (${as})`);
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
  const leaks = all.flatMap((searched) => searched.leaks);
  console.log(leaks.length === 0 ? 'none of the numbers was found' : `${leaks.length} found`);
  return leaks.length === 0 ? 0 : EXIT_FOUND;
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(directory, name), 'utf8')) as T;
}
