import { readdirSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportFigures } from '@fundlens/credit-reports/figures/credit-figures';
import { demoEvents, demoWorld, plantedSsns } from '@fundlens/local/demo/demo-events';
import { demoTokens } from '@fundlens/local/demo/tokens';
import { demoLocations } from '@fundlens/local/demo/world/agencies';
import { SUMMARY_FIGURES } from '@fundlens/read-models/contacts/report-figures';
import { DEAD_LETTERS } from '@fundlens/read-models/dead-letter';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dataOf, target } from '../harness/api-client.ts';
import { appendRaw } from '../harness/raw-events.ts';
import { givenMongodb } from '../harness/given-mongodb.ts';
import { type OwnServers, startOwnServers } from '../harness/own-servers.ts';
import type { ServiceProcess } from '../harness/service-process.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';
import { type ApplicantAnswers, incoherences } from '../invariants/demo-coherence.ts';
import { distinct, type Leak, leaksInFiles, leaksInMongodb, leaksInRedis } from '../invariants/leak-search.ts';
import { leaksInFolder, leaksInOplog } from '../invariants/live-search.ts';
import { companionsOf, plantedEvents, plantedNumbers } from '../invariants/planted-events.ts';
import { createSsnSearch, dashed } from '../invariants/ssn-search.ts';

/** The demo as people start it, only smaller, with a hundred more events that hold numbers wherever a field is. */
const tokens = demoTokens('a secret of this test, for tokens only');
const demo = { seed: 'demo-leaks', baseInstant: Date.UTC(2026, 5, 1), scale: 'small' } as const;
/** Unattributable access events hold their partition, which other tests show: here the stream has to flow. */
const more = plantedEvents().filter(
  ({ type, reading }) => reading !== 'identity' || !/^(Company|Installation|Credential)Changed$/.test(type),
);
const ofDemo = new Set(
  demoWorld(demo).locations.flatMap(({ contacts }) => contacts.map(({ person }) => person.contactId)),
);
const asked = Array.from({ length: 12 }, (_, index) => String(993_000_557 + index * 20_149));
const numbers = new Map([
  ...plantedSsns(demo).map(({ ssn, contactId }) => [ssn, `demo ${contactId}`] as const),
  ...plantedNumbers(more),
  ...asked.map((number) => [number, 'a request'] as const),
]);
const search = createSsnSearch(numbers);

/** Put there by this test, to show that the search would find it. */
const DECOY = '968471325';
const decoys = new Map([[DECOY, 'the decoy']]);
const decoySearch = createSsnSearch(decoys);

/** Of this test alone: every file of theirs is searched. A MongoDB that the run has named shows only what it answers. */
let servers: OwnServers;
let system: TestSystem;
let projector: ServiceProcess;
let query: QueryService;
let mongo: MongoClient;

beforeAll(async () => {
  const own = givenMongodb(process.env).ownOf(['mongodb', 'redis']);
  servers = await startOwnServers({ own, shared: inject('stack') });
  system = await createTestSystem({ name: 'demo-leaks', stack: servers.addresses() });
  mongo = await new MongoClient(system.stack.mongodbUrl).connect();
  projector = await system.startProjector();
  await system.publish([...demoEvents({ ...demo, tokens })]);
  await system.publish(more.flatMap(companionsOf));
  await appendRaw(system, more);
  await system.applied.all();
  query = await system.startQuery();
  await askWithNumbers();
});

afterAll(async () => {
  await mongo?.close();
  await system?.stop();
  await servers?.close();
});

async function askWithNumbers(): Promise<void> {
  const ask = (where: string, headers: Record<string, string> = {}) =>
    query.get({ target: where, token: tokens.locationReports, headers });
  const answers = [await ask('/contacts?limit=50'), await ask('/pipeline?pipelineType=applicant')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  for (const [index, number] of asked.entries()) {
    const written = index % 2 === 0 ? number : dashed(number);
    await ask(`/contacts/${written}`);
    await ask(target('/contacts', { query: written, email: `${written}@mail.example` }));
    await ask(target('/contacts', { phone: written }));
    await ask(target('/credit-reports', { requestId: written, [`x${written}`]: written }));
    await ask(target('/locations', { cursor: written }), { 'x-request-id': written, 'user-agent': `agent ${written}` });
  }
}

type Applicant = { readonly answers: ApplicantAnswers; readonly report: StoredReport | null };
type StoredReport = {
  readonly requestId: string;
  readonly format: string;
  readonly pulledAt: string;
  readonly report: unknown;
};

/** Every applicant of the demo that one agency key reaches, as a client sees it. */
async function demoApplicants(): Promise<Applicant[]> {
  const get = <T>(path: string, parameters: Record<string, string | number>) =>
    dataOf<T>(query.get({ target: target(path, parameters), token: tokens.agency }));
  const { locations } = await get<{ locations: { locationId: string }[] }>('/locations', { limit: 50 });
  const pages = locations
    .filter(({ locationId }) => demoLocations.some((demoLocation) => demoLocation.locationId === locationId))
    .map(async ({ locationId }) => {
      const page = { locationId, pipelineType: 'applicant', limit: 500 };
      const { contacts } = await get<{ contacts: ApplicantAnswers['entry'][] }>('/pipeline', page);
      // Events with planted numbers may have made applicants of their own.
      return contacts.filter(({ contactId }) => ofDemo.has(contactId)).map((entry) => ({ entry, locationId }));
    });
  const applicants: Applicant[] = [];
  for (const { entry, locationId } of (await Promise.all(pages)).flat()) {
    const { contactId } = entry;
    const of = <T>(record: string) => get<T>(`/contacts/${contactId}${record}`, { locationId });
    const answers = {
      entry,
      contact: await of<ApplicantAnswers['contact']>(''),
      credit: await of<ApplicantAnswers['credit']>('/credit-summary'),
      results: (await of<{ results: ApplicantAnswers['results'] }>('/underwriting-results')).results,
      plans: (await of<{ fundingPlans: ApplicantAnswers['plans'] }>('/funding-plans')).fundingPlans,
      steps: (await of<{ nextSteps: ApplicantAnswers['steps'] }>('/next-steps')).nextSteps,
    };
    const hasReport = answers.credit.requestId !== null;
    const report = hasReport ? await get<StoredReport>('/credit-reports', { contactId, locationId }) : null;
    applicants.push({ answers, report });
  }
  return applicants;
}

/** Figures of the summary that the stored report says otherwise. */
function unlikeReport({ answers, report }: Applicant): string[] {
  if (report === null) return [];
  const said = answers.credit.reports.find(({ requestId }) => requestId === report.requestId);
  const { figures } = reportFigures(Buffer.from(JSON.stringify(report.report)), {
    format: report.format,
    pulledAt: Date.parse(report.pulledAt),
  });
  return SUMMARY_FIGURES.filter((name) => figures[name] !== null && figures[name] !== said?.[name]).map(
    (name) => `${answers.entry.contactId}: ${name} of ${report.format}`,
  );
}

const shown = (leaks: readonly Leak[]) => leaks.map(({ where, planted, as }) => `${where}: ${planted} (${as})`);

describe('the demo and events with numbers everywhere', () => {
  it('reach the read models, the dead letters and the audit', async () => {
    const letters = await system.db.collection(DEAD_LETTERS).countDocuments();
    const names = (await system.db.listCollections().toArray()).map(({ name }) => name);
    await eventually(async () => (await system.db.collection('audit_log').countDocuments()) >= asked.length, {
      what: 'the audit',
    });
    console.log(`demo leaks: ${numbers.size} numbers, ${letters} dead letters, ${names.length} collections`);
    expect(numbers.size).toBeGreaterThan(200);
    expect(letters).toBeGreaterThan(10);
  });

  it('tell stories that do not contradict themselves', async () => {
    const applicants = await demoApplicants();
    expect(applicants.length).toBeGreaterThan(15);
    expect(applicants.flatMap(({ answers }) => incoherences(answers))).toEqual([]);
    expect(applicants.flatMap(unlikeReport)).toEqual([]);
  });

  it('leave no number in any collection: read models, dead letters, audit, checkpoints', async () => {
    expect(shown(await leaksInMongodb(system.db, search))).toEqual([]);
  });

  it('leave no number in the replication log', async () => {
    const { items, leaks } = await leaksInOplog(mongo, [system.database], search);
    console.log(`demo leaks: ${items} entries of the replication log`);
    expect(items).toBeGreaterThan(100);
    expect(shown(leaks)).toEqual([]);
  });

  it('leave no number in Redis, nor in the files of Redis and MongoDB', async () => {
    expect(shown(await leaksInRedis(system.stack.redisUrl, search))).toEqual([]);
    const { directory } = servers;
    for (const name of readdirSync(directory).filter((folder) => /^(redis|mongodb)/.test(folder))) {
      const { items, leaks } = await leaksInFolder(name, { folder: join(directory, name), numbers, search });
      console.log(`demo leaks: ${items} files of ${name}`);
      expect(shown(leaks)).toEqual([]);
    }
  });

  it('leave no number in any log', async () => {
    // Only what is closed is complete.
    await Promise.all([projector.stop(), query.stop()]);
    expect(shown(await leaksInFiles(system.logsDirectory, search))).toEqual([]);
  });
});

describe('the search', () => {
  it('finds a number that is put into MongoDB, its replication log, Redis, its file, or a log', async () => {
    const encoded = Buffer.from(`ssn ${dashed(DECOY)}`).toString('base64');
    const database = `${system.database}-decoy`;
    const redis = new Redis(system.stack.redisUrl);
    const key = `${system.database}:decoy`;
    try {
      await mongo
        .db(database)
        .collection('audit_log')
        .insertOne({ arguments: { contactId: encoded } });
      await redis.set(key, encodeURIComponent(dashed(DECOY, ' ')));
      await writeFile(join(system.logsDirectory, 'decoy.log'), '');
      await appendFile(join(system.logsDirectory, 'decoy.log'), `{"msg":"${DECOY}"}\n`);

      expect(await leaksInMongodb(mongo.db(database), decoySearch)).toHaveLength(1);
      expect((await leaksInOplog(mongo, [database], decoySearch)).leaks).toHaveLength(1);
      expect(await leaksInRedis(system.stack.redisUrl, decoySearch)).toHaveLength(1);
      expect(distinct(await leaksInFiles(system.logsDirectory, decoySearch))).toHaveLength(1);
      const { directory } = servers;
      // A real mongod compresses what it writes: there only the protocol shows what is stored.
      const searchable = system.stack.mongodbStandIn ? /^(redis|mongodb)/ : /^redis/;
      const folders = readdirSync(directory).filter((name) => searchable.test(name));
      await mongo
        .db(database)
        .collection('audit_log')
        .insertOne({ plain: dashed(DECOY) });
      // Files that have grown large are scanned for digits alone.
      await redis.set(key, dashed(DECOY));
      for (const name of folders) {
        const files = { folder: join(directory, name), numbers: decoys, search: decoySearch };
        // The append-only file of Redis is written once a second.
        await eventually(async () => (await leaksInFolder(name, files)).leaks.length > 0, { what: `files of ${name}` });
      }
    } finally {
      await redis.del(key);
      redis.disconnect();
      await mongo.db(database).dropDatabase();
    }
  });
});
