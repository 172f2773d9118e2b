import { fileURLToPath } from 'node:url';
import { type Stack, startStack } from '@fundlens/local/stack';
import { MongoClient } from 'mongodb';
import { company, installedLocation, issueCredential } from '../../harness/tenants.ts';
import { createTestSystem, type TestSystem } from '../../harness/test-system.ts';
import { type BacklogFigures, backlogOf, backlogTable, benchBacklog } from './backlog-bench.ts';
import { fillLog } from './backlog-log.ts';
import { type ProjectorFigures, projectorTable } from './drain-figures.ts';
import type { ServerPids } from './drain-watch.ts';
import { benchIdle } from './idle-bench.ts';
import { benchLive } from './live-bench.ts';
import { type IdleFigures, idleTable, type LiveFigures, liveTable } from './live-figures.ts';
import { type Options, readOptions } from './options.ts';
import { benchProjector } from './projector-bench.ts';
import { benchRead } from './read-bench.ts';
import { benchRedaction } from './redaction-bench.ts';
import { type Comparison, table, writeResults } from './results.ts';
import { benchRevocation } from './revocation-bench.ts';
import { type Layout, type RevocationFigures, ratiosOf, revocationTable } from './revocation-figures.ts';
import {
  applicationOf,
  COMPANY,
  contactEvents,
  contactIdOf,
  LOCATIONS,
  locationOf,
  type Workload,
  workloads,
} from './workload.ts';

/** `npm run bench`: figures of the projector, the query service and the redactor beside floors of the same run. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const dataDirectory = `${root}/.fundlens/bench`;
const PARTITIONS = 12;
/** Half as many contacts, in four locations: the local stand-in for MongoDB sorts all of a location for every page. */
const MAX_READ_EVENTS = 4_000;
/** Different contacts that one connection after the other asks for. */
const CONTACTS_ASKED_FOR = 500;
/** What a dashboard is counted from: a small tenant's and a large one's year. */
const FEW_FACTS = 1_000;
const MANY_FACTS = 100_000;

type Measured = {
  readonly servers: object;
  readonly projector: ProjectorFigures[];
  readonly live: LiveFigures | null;
  readonly idle: IdleFigures[];
  readonly comparisons: Comparison[];
  readonly revocation: RevocationFigures[];
  readonly backlogs: BacklogFigures[];
};

const NOTHING: Measured = {
  servers: {},
  projector: [],
  live: null,
  idle: [],
  comparisons: [],
  revocation: [],
  backlogs: [],
};

const startedAt = new Date();
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

try {
  const options = readOptions(process.argv.slice(2));
  // Needs no servers, and none beside it.
  const redaction = options.only.includes('redaction') ? await redactionFigures(options) : [];
  const { servers, projector, live, idle, comparisons, revocation, backlogs } = await withStack(options);
  const results = [...comparisons, ...redaction];
  if (projector.length > 0) console.log(`\n${projectorTable(projector)}`);
  if (live !== null) console.log(`\n${liveTable(live)}`);
  if (idle.length > 0) console.log(`\n${idleTable(idle)}`);
  if (results.length > 0) console.log(`\n${table(results)}`);
  if (revocation.length > 0) console.log(`\n${revocationTable(revocation)}`);
  if (backlogs.length > 0) console.log(`\n${backlogTable(backlogs)}`);
  const apartByTogether = { revocation, revocationRatios: ratiosOf(revocation) };
  const body = { options, servers, projector, live, idle, results, ...apartByTogether, backlogs };
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

async function withStack(options: Options): Promise<Measured> {
  if (options.only.every((name) => name === 'redaction')) return NOTHING;
  const stack = await startStack({
    dataDirectory,
    environment: process.env,
    report: (line) => console.error(line),
    emptyFirst: true,
    signal: interrupted.signal,
  });
  try {
    const { provider, mongodbStandIn } = stack;
    const { only } = options;
    return {
      servers: { ...provider, mongodbStandIn },
      projector: only.includes('projector') ? await projectorFigures(stack, options) : [],
      live: only.includes('live') ? await liveFigures(stack, options) : null,
      idle: only.includes('idle') ? await idleFigures(stack, options) : [],
      comparisons: await comparisonsOf(stack, options),
      revocation: only.includes('revocation') ? await revocationFigures(stack, options) : [],
      backlogs: only.includes('backlog') ? await backlogFigures(stack, options) : [],
    };
  } finally {
    await stack.stop();
  }
}

async function comparisonsOf(stack: Stack, options: Options): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  if (options.only.includes('read')) comparisons.push(...(await readFigures(stack, options)));
  if (options.only.includes('dashboard')) comparisons.push(...(await dashboardFigures(stack, options)));
  return comparisons;
}

async function projectorFigures(stack: Stack, options: Options): Promise<ProjectorFigures[]> {
  const figures: ProjectorFigures[] = [];
  for (const workload of workloads) figures.push(await workloadFigures(stack, options, workload));
  return figures;
}

async function workloadFigures(stack: Stack, options: Options, workload: Workload): Promise<ProjectorFigures> {
  return await withSystem(stack, `bench-${workload.name}`, async (system) => {
    say(`projector, ${workload.name}: filling the log`);
    const began = performance.now();
    const { events } = await fillLog(system, workload.events(Math.ceil(options.events * workload.share)));
    const perSecond = Math.round((events * 1_000) / (performance.now() - began));
    const mongo = await new MongoClient(stack.mongodbUrl).connect();
    say(`projector, ${workload.name}: measuring ${events} events (published at ${perSecond}/s)`);
    try {
      return await benchProjector({
        system,
        workload: workload.name,
        events,
        rounds: options.rounds,
        servers: serverPidsOf(stack),
        openDatabase: (name) => mongo.db(`${system.database}-${name}`),
        peer: options.peer ? { dataDirectory, report: console.error, signal: interrupted.signal } : null,
      });
    } finally {
      await mongo.close();
    }
  });
}

async function liveFigures(stack: Stack, { rate, liveSeconds }: Options): Promise<LiveFigures> {
  return await withSystem(stack, 'bench-live', (system) =>
    benchLive({ system, servers: serverPidsOf(stack), rate, seconds: liveSeconds, report: say }),
  );
}

async function idleFigures(stack: Stack, { liveSeconds }: Options): Promise<IdleFigures[]> {
  return await withSystem(stack, 'bench-idle', (system) =>
    benchIdle({ system, servers: serverPidsOf(stack), seconds: liveSeconds, report: say }),
  );
}

function serverPidsOf(stack: Stack): ServerPids {
  return { database: stack.pidOf('mongodb'), broker: stack.pidOf('kafka') };
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
    const events = Math.min(options.events, MAX_READ_EVENTS);
    say('read: filling the read models');
    await system.publish([
      company(COMPANY),
      ...LOCATIONS.flatMap((id) => installedLocation(id, COMPANY)),
      credential.event,
      ...contactEvents(events),
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
    // It knows the projector's inside: the other benchmarks run without that.
    const { benchDashboard } = await import('./dashboard-bench.ts');
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
