import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createCodec } from '@fundlens/contracts/codec';
import { launchContext } from '@fundlens/local/own-server-context';
import { choosePorts } from '@fundlens/local/ports';
import { startStack } from '@fundlens/local/stack';
import { sleep } from '@fundlens/runtime/backoff';
import { creditReportStored, reportBytes } from '@fundlens/testing/event-builders';
import { dataOf, target } from '../../harness/api-client.ts';
import { company, installedLocation, issueCredential } from '../../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../../harness/test-system.ts';
import { drained, eventually } from '../../harness/waiting.ts';
import { waitingForRefresh } from '../../invariants/stored-state.ts';
import type { RunReport } from '../report.ts';
import { type RunContext, type Scenario, WHOLE_NUMBER } from '../scenario.ts';
import { createRandom } from '../../simulation/random.ts';
import { type ConnectWorker, fetchConnectors, startConnect } from './kafka-connect.ts';
import { followLog, type LogFollower } from './log-follower.ts';
import { findPostgres, type PostgresServer, startPostgres } from './postgres.ts';
import { documentChecks, logChecks, type Shown, shownChecks } from './checks.ts';
import { createUpstream, type Upstream } from './upstream.ts';

const PARTITIONS = 4;
const COMPANY = 'company-outbox';
const LOCATION = 'loc-outbox';
const REPORT = 'report-outbox';
/** As large as the funding topic allows takes seconds to render; this is above every default limit on the way. */
const REPORT_BYTES = 3 * 1024 * 1024;
/** Named by `connector.properties`. */
const HEARTBEATS = '__debezium-heartbeat.fundlens-outbox';
const WRITERS = 4;
/** Records that a worker has sent when it is killed: it has no time to write down that it did. */
const SENT_BEFORE_KILL = 40;
/** Rows that are committed while no worker runs. */
const WRITTEN_WITHOUT_WORKER = 60;
const STEP_LIMIT_MS = 5 * 60_000;
const STALLED_MS = 2 * 60_000;

type Surroundings = {
  readonly system: TestSystem;
  readonly query: QueryService;
  readonly servers: OutboxServers;
  readonly upstream: Upstream;
  readonly log: LogFollower;
};

/** What an upstream has beside the stack. */
type OutboxServers = {
  readonly postgres: PostgresServer;
  /** One worker at a time, always with the same offsets. */
  startConnect(): Promise<ConnectWorker>;
};

/** What was committed is in the log and seen over HTTP, once, and nothing else is. */
export const outbox: Scenario = {
  name: 'outbox',
  what: "an upstream's transactions, some rolled back; Debezium's connector is killed among them and loses its slot",
  options: { kills: { values: 'a whole number', usual: '2', pattern: WHOLE_NUMBER } },
  async run(context) {
    // Before the other servers start.
    findPostgres(context.environment);
    context.report('starting servers');
    await using started = new AsyncDisposableStack();
    const stack = started.adopt(await startStack({ ...context, emptyFirst: true }), (running) => running.stop());
    const servers = await startOutboxServers(started, context, stack.kafkaBrokers);
    const system = started.adopt(await createTestSystem({ name: 'outbox', stack, partitions: PARTITIONS }), (running) =>
      running.stop(),
    );
    return await inSystem(system, servers, context);
  },
};

async function startOutboxServers(
  started: AsyncDisposableStack,
  { dataDirectory, environment, report, signal }: RunContext,
  kafkaBrokers: readonly string[],
): Promise<OutboxServers> {
  const given = { dataDirectory: `${dataDirectory}-servers`, environment, report, signal };
  rmSync(given.dataDirectory, { recursive: true, force: true });
  const context = launchContext(given);
  await fetchConnectors(context);
  const ports = await choosePorts({ names: ['postgres', 'connect'] });
  const password = randomBytes(16).toString('hex');
  const postgres = started.adopt(await startPostgres(context, { port: ports.postgres, password }), (running) =>
    running.close(),
  );
  let worker: ConnectWorker | undefined;
  started.defer(async () => worker?.stop());
  return {
    postgres,
    async startConnect() {
      worker = await startConnect(context, { port: ports.connect, kafkaBrokers, database: postgres });
      return worker;
    },
  };
}

async function inSystem(system: TestSystem, servers: OutboxServers, options: RunContext): Promise<RunReport> {
  const { seed, report } = options;
  const { kafka, registry, topics } = system;
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: HEARTBEATS, numPartitions: 1, replicationFactor: 1 }] });
  await admin.disconnect();
  await system.startProjector();
  const query = await system.startQuery();
  const codec = createCodec({ registry, topics, clock: Date.now });
  const random = createRandom(seed);
  const upstream = await createUpstream({ postgres: servers.postgres, codec, locationId: LOCATION, random });
  const log = await followLog(system, codec);
  try {
    const surroundings = { system, query, servers, upstream, log };
    const struck = await strike(surroundings, options);
    report('waiting until all is applied');
    await atRest(surroundings, options);
    return await reportOf(surroundings, struck);
  } finally {
    await log.stop();
    await upstream.close();
  }
}

type Struck = {
  /** How many records were sent again because of the kills. */
  readonly sentAgain: number;
  /** How many rows the purge took. */
  readonly purged: number;
};

/**
 * Everything goes through the outbox: access, a large report, and contacts by several transactions at a time.
 */
async function strike({ servers, upstream, log }: Surroundings, options: RunContext): Promise<Struck> {
  const { report, signal } = options;
  const kills = Number(options.options.kills);
  const start = () => {
    report('starting the connector');
    return servers.startConnect();
  };
  const reports = Array.from({ length: REPORT_BYTES / 1024 }, (_, index) => `${index}`.padEnd(1_000, '-'));
  await upstream.write([
    ...[company(COMPANY), ...installedLocation(LOCATION, COMPANY), reader.event],
    creditReportStored({
      ...{ meta: { locationId: LOCATION }, contactId: 'contact-0', requestId: REPORT },
      report: reportBytes({ reports }),
    }),
  ]);
  const over = new AbortController();
  const writing = upstream.run(WRITERS, AbortSignal.any([signal, over.signal]));
  const interrupted = once(signal, 'abort').then(() => Promise.reject(signal.reason));
  // Also where nothing waits for it at that moment.
  interrupted.catch(() => undefined);
  // A writer that fails ends the run at once, not when all strikes are done; and so does an interruption.
  const beside = <T>(work: Promise<T>) => Promise.race([work, writing.then(() => work), interrupted]);
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const worker = await beside(start());
      await beside(sentSince(log, log.records.length));
      report(`killing the connector, ${kill}`);
      await worker.kill();
      await beside(writtenSince(upstream));
    }
    const worker = await beside(start());
    await beside(sentSince(log, log.records.length));
    const purged = await beside(purge(upstream));
    await beside(sentAll(log, purged));
    const sentAgain = log.records.length - log.ids.size;
    report('the slot is lost');
    await beside(loseSlot(worker, upstream));
    await beside(start());
    await beside(sentSince(log, log.records.length));
    return { sentAgain, purged: purged.length };
  } finally {
    over.abort();
    await writing;
  }
}

const reader = issueCredential({ credentialId: 'outbox-reader', companyId: COMPANY, locationId: LOCATION });

async function sentSince(log: LogFollower, before: number): Promise<void> {
  await eventually(async () => log.records.length >= before + SENT_BEFORE_KILL, {
    what: 'events of the outbox in the log',
    deadlineMs: STEP_LIMIT_MS,
    pauseMs: 5,
  });
}

/** While the connector sends what the table has, its slot is not active, and the purge takes nothing. */
async function purge(upstream: Upstream): Promise<string[]> {
  return await eventually(
    async () => {
      const ids = await upstream.purge();
      return ids.length > 0 && ids;
    },
    { what: 'a purge that takes rows', deadlineMs: STEP_LIMIT_MS, pauseMs: 200 },
  );
}

async function sentAll(log: LogFollower, ids: readonly string[]): Promise<void> {
  const what = 'every event that was written before the purge';
  await eventually(async () => ids.every((id) => log.ids.has(id)), { what, deadlineMs: STEP_LIMIT_MS });
}

async function writtenSince({ committed }: Upstream): Promise<void> {
  const before = committed.size;
  await eventually(async () => committed.size >= before + WRITTEN_WITHOUT_WORKER, { what: 'further transactions' });
}

/** As after a failover to a replica that does not have the slot. */
async function loseSlot(worker: ConnectWorker, upstream: Upstream): Promise<void> {
  await worker.stop();
  await writtenSince(upstream);
  await upstream.query("SELECT pg_drop_replication_slot('fundlens_outbox')");
  await writtenSince(upstream);
}

async function atRest({ system, upstream, log }: Surroundings, { signal }: RunContext): Promise<void> {
  const missing = async () => [...upstream.committed.keys()].filter((id) => !log.ids.has(id)).length;
  await drained(missing, { what: 'committed events that are not in the log', stalledAfterMs: STALLED_MS, signal });
  // What comes after all that was waited for would come now.
  await sleep(2_000, signal);
  await system.applied.all({ deadlineMs: STEP_LIMIT_MS });
  const waiting = () => waitingForRefresh(system.db);
  await drained(waiting, { what: 'dashboards that wait', stalledAfterMs: STALLED_MS, signal });
}

async function reportOf(surroundings: Surroundings, { sentAgain, purged }: Struck): Promise<RunReport> {
  const { system, query, upstream, log } = surroundings;
  const shown = await readContacts(query);
  const ask = { token: reader.token, target: target('/credit-reports', { requestId: REPORT }) };
  const stored = await dataOf<{ readonly report: { readonly reports: readonly string[] } }>(query.get(ask));
  const contacts = await upstream.contacts();
  const again = log.records.length - log.ids.size;
  return {
    lines: [
      `events: ${upstream.committed.size} committed, ${upstream.takenBack()} rolled back; ${purged} purged; contacts: ${contacts.size}`,
      `records in the log: ${log.records.length}, of them sent again: ${sentAgain} after kills, ${again - sentAgain} after the slot was lost`,
    ],
    checks: [
      ...logChecks({
        records: log.records,
        committed: upstream.committed,
        topics: system.topics,
        partitions: PARTITIONS,
      }),
      ...shownChecks(shown, contacts),
      {
        name: 'parts of the large report that are not served',
        broken: stored.report.reports.length === REPORT_BYTES / 1024 ? [] : [`${stored.report.reports.length} served`],
      },
      ...(await documentChecks(system, log.records)),
      // A run in which the connector never repeats itself has not shown what becomes of it.
      { name: 'kills after which nothing was sent again', broken: sentAgain > 0 ? [] : ['all'] },
    ],
    figures: {
      committed: upstream.committed.size,
      takenBack: upstream.takenBack(),
      again,
      sentAgain,
      purged,
    },
  };
}

/** All pages of /contacts. */
async function readContacts(query: QueryService): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await dataOf<{ readonly contacts: readonly Shown[]; readonly nextCursor: string | null }>(
      query.get({ token: reader.token, target: target('/contacts', { limit: 50, cursor }) }),
    );
    shown.push(...page.contacts);
    if (page.nextCursor === null) return shown;
    cursor = page.nextCursor;
  }
}
