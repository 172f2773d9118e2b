import type { Stack } from '@fundlens/local/stack';
import { MongoClient } from 'mongodb';
import { company, installedLocation, issueCredential } from '../../harness/tenants.ts';
import type { TestSystem } from '../../harness/test-system.ts';
import { type BacklogFigures, backlogOf, backlogTable, benchBacklog } from './backlog-bench.ts';
import { fillLog } from './backlog-log.ts';
import { dataDirectory, root, startBenchStack, withSystem as withSystemOf } from './bench-system.ts';
import { type ProjectorFigures, projectorTable } from './drain-figures.ts';
import type { ServerPids } from './drain-watch.ts';
import { benchIdle } from './idle-bench.ts';
import { benchLive } from './live-bench.ts';
import { type IdleFigures, idleTable, type LiveFigures, liveTable } from './live-figures.ts';
import { type Options, readOptions } from './options.ts';
import { benchProjector, type ProjectorDrain } from './projector-bench.ts';
import { buildQueryService } from './query-bundle.ts';
import { benchRead, type ReadBench } from './read-bench.ts';
import { fillReadModels } from './read-data.ts';
import { benchReadMemory } from './read-memory-bench.ts';
import { benchReadScaling } from './read-scaling-bench.ts';
import { benchRedaction } from './redaction-bench.ts';
import { type Comparison, table, writeResults } from './results.ts';
import { benchRevocation } from './revocation-bench.ts';
import { type Layout, type RevocationFigures, ratiosOf, revocationTable } from './revocation-figures.ts';
import { benchProjectorTraces, benchReadTraces } from './trace-bench.ts';
import {
  applicationOf,
  COMPANY,
  contactIdOf,
  contactsWorkload,
  LOCATIONS,
  locationOf,
  type Workload,
  workloads,
} from './workload.ts';

/** `npm run bench`: figures of the projector, the query service and the redactor beside floors of the same run. */

/** Different contacts that one connection after the other asks for. */
const CONTACTS_ASKED_FOR = 500;
/** What a dashboard is counted from: a small tenant's and a large one's year. */
const FEW_FACTS = 1_000;
const MANY_FACTS = 100_000;
/** Further locations of the company, each with the window of the small tenant. */
const COMPANY_LOCATIONS = Array.from({ length: 48 }, (_, index) => `bench-company-${index}`);

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
  const stack = await startBenchStack(interrupted.signal);
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
  if (options.only.includes('traces')) comparisons.push(...(await traceFigures(stack, options)));
  return comparisons;
}

async function projectorFigures(stack: Stack, options: Options): Promise<ProjectorFigures[]> {
  const figures: ProjectorFigures[] = [];
  for (const workload of workloads) figures.push(await workloadFigures(stack, options, workload));
  return figures;
}

async function workloadFigures(stack: Stack, options: Options, workload: Workload): Promise<ProjectorFigures> {
  return await withFullLog(stack, { workload, events: options.events, name: `bench-${workload.name}` }, (drain) =>
    benchProjector({
      ...drain,
      workload: workload.name,
      rounds: options.rounds,
      peer: options.peer ? { dataDirectory, report: console.error, signal: interrupted.signal } : null,
    }),
  );
}

/** @param log its events are a share of `events`. */
async function withFullLog<T>(
  stack: Stack,
  log: { readonly workload: Workload; readonly events: number; readonly name: string; readonly traced?: boolean },
  measure: (drain: ProjectorDrain) => Promise<T>,
): Promise<T> {
  const { workload, name, traced = false } = log;
  return await withSystem(stack, name, async (system) => {
    say(`projector, ${workload.name}: filling the log`);
    const began = performance.now();
    const { events } = await fillLog(system, workload.events(Math.ceil(log.events * workload.share)), { traced });
    const perSecond = Math.round((events * 1_000) / (performance.now() - began));
    const mongo = await new MongoClient(stack.mongodbUrl).connect();
    say(`projector, ${workload.name}: measuring ${events} events (published at ${perSecond}/s)`);
    try {
      return await measure({
        system,
        events,
        servers: serverPidsOf(stack),
        openDatabase: (run) => mongo.db(`${system.database}-${run}`),
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
  return await withReadModels(stack, { options, name: 'bench-read' }, async (bench) => [
    ...(await benchRead(bench)),
    ...(await benchReadScaling(bench)),
    ...(await benchReadMemory(bench)),
  ]);
}

async function traceFigures(stack: Stack, options: Options): Promise<Comparison[]> {
  const { events, rounds } = options;
  return [
    ...(await withFullLog(stack, { workload: contactsWorkload, events, name: 'bench-traces', traced: true }, (drain) =>
      benchProjectorTraces(drain, { rounds }),
    )),
    ...(await withReadModels(stack, { options, name: 'bench-read-traces' }, benchReadTraces)),
  ];
}

/** On the query service as it is deployed, not from its source. */
async function withReadModels(
  stack: Stack,
  { options, name }: { readonly options: Options; readonly name: string },
  measure: (bench: ReadBench) => Promise<Comparison[]>,
): Promise<Comparison[]> {
  const queryProgram = await buildQueryService();
  const { seconds, rounds, events } = options;
  return await withSystem(
    stack,
    name,
    async (system) => {
      const [locationId] = LOCATIONS;
      const credential = issueCredential({ credentialId: 'bench', companyId: COMPANY, locationId });
      say('read: filling the read models');
      const data = await fillReadModels(system, { events, credential });
      return await measure({ system, data, seconds, rounds, report: (row) => say(`read: ${row}`) });
    },
    { queryProgram },
  );
}

async function dashboardFigures(stack: Stack, options: Options): Promise<Comparison[]> {
  return await withSystem(stack, 'bench-dashboard', async (system) => {
    const tenants = LOCATIONS.slice(0, 2).map((locationId) => ({
      locationId,
      credential: issueCredential({ credentialId: `bench-${locationId}`, companyId: COMPANY, locationId }),
    }));
    const [few, many] = tenants;
    if (few === undefined || many === undefined) throw new TypeError('the bench has two locations');
    const agency = issueCredential({ credentialId: 'bench-agency', companyId: COMPANY, locationId: null });
    await system.publish([
      company(COMPANY),
      ...tenants.flatMap(({ locationId, credential }) => [...installedLocation(locationId, COMPANY), credential.event]),
      ...COMPANY_LOCATIONS.flatMap((locationId) => installedLocation(locationId, COMPANY)),
      agency.event,
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
    const ofCompany = { agency, others: COMPANY_LOCATIONS };
    return await benchDashboard({ system, ...sizes, ofCompany, seconds, rounds, report });
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
      ...numbers.flatMap((number) => applicationOf(number)),
    ]);
    const { changes, seconds, paced: pacedPercent } = options;
    return await benchRevocation({ system, layout, pacedPercent, reader, contactIds, changes, seconds, report: say });
  });
}

function withSystem<T>(
  stack: Stack,
  name: string,
  work: (system: TestSystem) => Promise<T>,
  program: { readonly queryProgram?: string } = {},
): Promise<T> {
  return withSystemOf({ stack, signal: interrupted.signal, ...program }, name, work);
}

function say(line: string): void {
  const seconds = ((Date.now() - startedAt.getTime()) / 1_000).toFixed(0);
  console.error(`${seconds.padStart(4)} s  ${line}`);
}
