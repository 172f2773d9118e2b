import { registerSchemas } from '@fundlens/contracts/registry';
import type { Admin } from 'kafkajs';
import type { Db } from 'mongodb';
import type { TestSystem } from '../../harness/test-system.ts';
import { watchProgram } from './child-process.ts';
import type { DrainFigures, ProjectorFigures } from './drain-figures.ts';
import { watchDrain } from './drain-watch.ts';
import { readMetric } from './metrics.ts';
import type { ServerPids } from './process-use.ts';
import type { FloorTask } from './projector-floor.ts';
import { appliedIn } from './projector-state.ts';
import { type SinkConnectorOptions, startSinkConnector } from './sink-connector.ts';

/** A full log, and where a process that drains it writes. */
export type ProjectorBench = {
  readonly system: TestSystem;
  /** How many the topics for CRM and funding hold. */
  readonly events: number;
  readonly servers: ServerPids;
  /** Opens the database of one run. */
  readonly openDatabase: (name: string) => Db;
  readonly workload: string;
  readonly rounds: number;
  /** How MongoDB's own connector is started; null: it is not measured. */
  readonly peer: Pick<SinkConnectorOptions, 'dataDirectory' | 'report' | 'signal'> | null;
};

/** The whole projector process on a log that is full when it starts, in turns with the floor and the peer. */
export async function benchProjector(bench: ProjectorBench): Promise<ProjectorFigures> {
  const runs = { ours: [] as DrainFigures[], floor: [] as DrainFigures[], peer: [] as DrainFigures[] };
  for (let round = 1; round <= bench.rounds; round += 1) {
    runs.floor.push(await floor(bench, `floor-${round}`));
    runs.ours.push(await ours(bench, `run-${round}`));
    if (bench.peer !== null) runs.peer.push(await peer(bench, bench.peer, `peer-${round}`));
  }
  return { workload: bench.workload, events: bench.events, ...runs };
}

async function floor({ system, events, servers, openDatabase }: ProjectorBench, name: string): Promise<DrainFigures> {
  const ids = await registerSchemas(system.registry, system.topics);
  const database = openDatabase(name);
  const program = watchProgram('projector-floor.ts', {
    brokers: system.stack.kafkaBrokers,
    topics: [system.topics.crm, system.topics.funding],
    groupId: `${system.database}-${name}`,
    mongodbUrl: system.stack.mongodbUrl,
    database: database.databaseName,
    schemas: Object.entries(ids).map(([type, id]) => [id, type] as FloorTask['schemas'][number]),
  } satisfies FloorTask);
  const figures = await watchDrain({
    pid: program.pid,
    servers,
    events,
    applied: async () => Number(program.lastLine()),
    documents: null,
  });
  await program.stop();
  await database.dropDatabase();
  return figures;
}

/** One run of the projector process over the whole log, into a database of its own. */
async function ours({ system, events, servers, openDatabase }: ProjectorBench, name: string): Promise<DrainFigures> {
  const database = openDatabase(name);
  const projector = await system.startProjector({
    MONGODB_DATABASE: database.databaseName,
    ACCESS_GROUP_ID: `${system.database}-${name}-access`,
    CHANGES_GROUP_ID: `${system.database}-${name}-changes`,
    LOG_LEVEL: 'info',
  });
  const figures = await watchDrain({
    pid: projector.pid,
    servers,
    events,
    applied: () => appliedIn(database, system),
    documents: () => readMetric(projector.adminPort, 'fundlens_projector_documents_written_total'),
    logFile: projector.logFile,
  });
  const deadLetters = await readMetric(projector.adminPort, 'fundlens_projector_dead_letters_total');
  await projector.stop();
  await database.dropDatabase();
  if (deadLetters > 0) throw new Error(`${deadLetters} events of the benchmark were set aside`);
  return figures;
}

async function peer(
  { system, events, servers, openDatabase }: ProjectorBench,
  start: NonNullable<ProjectorBench['peer']>,
  name: string,
): Promise<DrainFigures> {
  const database = openDatabase(name);
  const groupId = `${system.database}-${name}`;
  const topics = [system.topics.crm, system.topics.funding];
  const { kafkaBrokers, schemaRegistryUrl, mongodbUrl } = system.stack;
  const admin = system.kafka.admin();
  await admin.connect();
  const connector = await startSinkConnector({
    ...start,
    kafkaBrokers,
    schemaRegistryUrl,
    mongodbUrl,
    database: database.databaseName,
    topics,
    groupId,
  });
  try {
    const applied = () => committedIn(admin, groupId, topics);
    return await watchDrain({
      pid: connector.pid,
      servers,
      events,
      applied,
      documents: null,
      logFile: connector.logFile,
    });
  } finally {
    await connector.stop();
    await admin.disconnect();
    await database.dropDatabase();
  }
}

/** Events that a consumer group has committed. */
async function committedIn(admin: Admin, groupId: string, topics: readonly string[]): Promise<number> {
  const found = await admin.fetchOffsets({ groupId, topics: [...topics] });
  const offsets = found.flatMap(({ partitions }) => partitions.map(({ offset }) => Math.max(0, Number(offset))));
  return offsets.reduce((sum, offset) => sum + offset, 0);
}
