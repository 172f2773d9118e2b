import { fileURLToPath } from 'node:url';
import { type Stack, startStack } from '@fundlens/local/stack';
import { MongoClient } from 'mongodb';
import { company, installedLocation, issueCredential } from '../../harness/tenants.ts';
import { createTestSystem, type TestSystem } from '../../harness/test-system.ts';
import { type BacklogFigures, backlogOf, backlogTable, benchBacklog } from './backlog-bench.ts';
import { benchDashboard } from './dashboard-bench.ts';
import { type Options, readOptions } from './options.ts';
import { benchProjector } from './projector-bench.ts';
import { benchRead } from './read-bench.ts';
import { benchRedaction } from './redaction-bench.ts';
import { type Comparison, table, writeResults } from './results.ts';
import { benchRevocation } from './revocation-bench.ts';
import { type Layout, type RevocationFigures, ratiosOf, revocationTable } from './revocation-figures.ts';
import { applicationOf, COMPANY, contactIdOf, LOCATIONS, locationOf, type Workload, workloads } from './workload.ts';

/** `npm run bench`: figures of the projector, the query service and the redactor beside floors of the same run. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PARTITIONS = 12;
/** Half as many contacts, in four locations: the local stand-in for MongoDB sorts all of a location for every page. */
const MAX_READ_EVENTS = 4_000;
/** Different contacts that one connection after the other asks for. */
const CONTACTS_ASKED_FOR = 500;
/** What a dashboard is counted from: a small tenant's and a large one's year. */
const FEW_FACTS = 1_000;
const MANY_FACTS = 100_000;

const startedAt = new Date();
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

try {
  const options = readOptions(process.argv.slice(2));
  // Needs no servers, and none beside it.
  const redaction = options.only.includes('redaction') ? await redactionFigures(options) : [];
  const { servers, comparisons, revocation, backlogs } = await withStack(options);
  const results = [...comparisons, ...redaction];
  if (results.length > 0) console.log(`\n${table(results)}`);
  if (revocation.length > 0) console.log(`\n${revocationTable(revocation)}`);
  if (backlogs.length > 0) console.log(`\n${backlogTable(backlogs)}`);
  const body = { options, servers, results, revocation, revocationRatios: ratiosOf(revocation), backlogs };
  const file = writeResults(`${root}/bench-results`, { startedAt, body });
  console.log(`\nratio: ours by floor, medians. All figures: ${file.replace(root, '')}`);
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// What an interruption left unfinished ends here; services end with this process.
process.exit();

async function redactionFigures({ rounds }: Options): Promise<Comparison[]> {
  say('redaction: measuring');
  return await benchRedaction({ rounds });
}

type Measured = {
  readonly servers: object;
  readonly comparisons: Comparison[];
  readonly revocation: RevocationFigures[];
  readonly backlogs: BacklogFigures[];
};

const NOTHING: Measured = { servers: {}, comparisons: [], revocation: [], backlogs: [] };

async function withStack(options: Options): Promise<Measured> {
  if (options.only.every((name) => name === 'redaction')) return NOTHING;
  const stack = await startStack({
    dataDirectory: `${root}/.fundlens/bench`,
    environment: process.env,
    report: (line) => console.error(line),
    emptyFirst: true,
    signal: interrupted.signal,
  });
  try {
    const { provider, mongodbStandIn } = stack;
    const comparisons = await measure(stack, options);
    const revocation = options.only.includes('revocation') ? await revocationFigures(stack, options) : [];
    const backlogs = options.only.includes('backlog') ? await backlogFigures(stack, options) : [];
    return { servers: { ...provider, mongodbStandIn }, comparisons, revocation, backlogs };
  } finally {
    await stack.stop();
  }
}

async function measure(stack: Stack, options: Options): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  if (options.only.includes('projector')) {
    for (const workload of workloads) comparisons.push(await projectorFigures(stack, options, workload));
  }
  if (options.only.includes('read')) comparisons.push(...(await readFigures(stack, options)));
  if (options.only.includes('dashboard')) comparisons.push(...(await dashboardFigures(stack, options)));
  return comparisons;
}

async function projectorFigures(stack: Stack, options: Options, workload: Workload): Promise<Comparison> {
  return await withSystem(stack, `bench-${workload.name}`, async (system) => {
    const events = workload.events(Math.ceil(options.events * workload.share));
    say(`projector, ${workload.name}: publishing ${events.length} events`);
    await system.publish(events);
    const mongo = await new MongoClient(stack.mongodbUrl).connect();
    say(`projector, ${workload.name}: measuring`);
    try {
      return await benchProjector({
        system,
        workload: workload.name,
        events: events.length,
        rounds: options.rounds,
        openDatabase: (name) => mongo.db(`${system.database}-${name}`),
      });
    } finally {
      await mongo.close();
    }
  });
}

async function backlogFigures(stack: Stack, options: Options): Promise<BacklogFigures[]> {
  const figures: BacklogFigures[] = [];
  for (const name of options.backlogs) {
    const backlog = { ...backlogOf(name, options.backlog), minutes: options.minutes };
    figures.push(await withSystem(stack, 'bench-backlog', (system) => benchBacklog(system, backlog, say)));
  }
  return figures;
}

async function readFigures(stack: Stack, options: Options): Promise<Comparison[]> {
  return await withSystem(stack, 'bench-read', async (system) => {
    const [locationId] = LOCATIONS;
    const credential = issueCredential({ credentialId: 'bench', companyId: COMPANY, locationId });
    const [contacts] = workloads;
    const events = Math.min(options.events, MAX_READ_EVENTS);
    say('read: filling the read models');
    await system.publish([
      company(COMPANY),
      ...LOCATIONS.flatMap((id) => installedLocation(id, COMPANY)),
      credential.event,
      ...(contacts?.events(events) ?? []),
    ]);
    const projector = await system.startProjector({ LOG_LEVEL: 'info' });
    await system.applied.all({ deadlineMs: 300_000 });
    await projector.stop();
    say('read: measuring');
    const numbers = Array.from({ length: Math.ceil(events / 2) }, (_, number) => number);
    const own = numbers.filter((number) => locationOf(number) === locationId).slice(0, CONTACTS_ASKED_FOR);
    return await benchRead({
      system,
      credential,
      locationId,
      contactIds: own.map(contactIdOf),
      seconds: options.seconds,
      rounds: options.rounds,
    });
  });
}

async function dashboardFigures(stack: Stack, options: Options): Promise<Comparison[]> {
  return await withSystem(stack, 'bench-dashboard', async (system) => {
    const tenants = LOCATIONS.slice(0, 2).map((locationId) => ({
      locationId,
      credential: issueCredential({ credentialId: `bench-${locationId}`, companyId: COMPANY, locationId }),
    }));
    const [few, many] = tenants;
    if (few === undefined || many === undefined) throw new TypeError('the bench has two locations');
    await system.publish([
      company(COMPANY),
      ...tenants.flatMap(({ locationId, credential }) => [...installedLocation(locationId, COMPANY), credential.event]),
    ]);
    const projector = await system.startProjector({ LOG_LEVEL: 'info' });
    await system.applied.all({ deadlineMs: 60_000 });
    await projector.stop();
    say('dashboard: filling two locations');
    const { seconds, rounds } = options;
    const report = () => say('dashboard: measuring');
    const sizes = { few: { ...few, facts: FEW_FACTS }, many: { ...many, facts: MANY_FACTS } };
    return await benchDashboard({ system, ...sizes, seconds, rounds, report });
  });
}

async function revocationFigures(stack: Stack, options: Options): Promise<RevocationFigures[]> {
  const figures: RevocationFigures[] = [];
  for (const layout of options.layouts) figures.push(...(await revocationFiguresOf(stack, layout, options)));
  return figures;
}

async function revocationFiguresOf(stack: Stack, layout: Layout, options: Options): Promise<RevocationFigures[]> {
  return await withSystem(stack, 'bench-revocation', async (system) => {
    const [locationId] = LOCATIONS;
    const reader = issueCredential({ credentialId: 'bench', companyId: COMPANY, locationId });
    const numbers = Array.from({ length: CONTACTS_ASKED_FOR }, (_, number) => number);
    const contactIds = numbers.filter((number) => locationOf(number) === locationId).map(contactIdOf);
    await system.publish([
      company(COMPANY),
      ...LOCATIONS.flatMap((id) => installedLocation(id, COMPANY)),
      reader.event,
      ...numbers.flatMap(applicationOf),
    ]);
    const { changes, seconds, paced: pacedPercent } = options;
    return await benchRevocation({ system, layout, pacedPercent, reader, contactIds, changes, seconds, report: say });
  });
}

async function withSystem<T>(stack: Stack, name: string, work: (system: TestSystem) => Promise<T>): Promise<T> {
  interrupted.signal.throwIfAborted();
  const system = await createTestSystem({ name, stack, partitions: PARTITIONS });
  const stopped = new Promise<never>((_, reject) => {
    interrupted.signal.addEventListener('abort', () => reject(interrupted.signal.reason), { once: true });
  });
  try {
    return await Promise.race([work(system), stopped]);
  } finally {
    await system.stop();
  }
}

function say(line: string): void {
  const seconds = ((Date.now() - startedAt.getTime()) / 1_000).toFixed(0);
  console.error(`${seconds.padStart(4)} s  ${line}`);
}
