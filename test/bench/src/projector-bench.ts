import { registerSchemas } from '@fundlens/contracts/wire/registry';
import { DEAD_LETTERS } from '@fundlens/read-models/dead-letter';
import type { Admin } from 'kafkajs';
import type { Db } from 'mongodb';
import type { Bench } from './options.ts';
import { startProgram } from './program.ts';
import { appliedIn, measureDrain, readMetric } from './projector-drain.ts';
import type { FloorTask } from './projector-floor.ts';
import { type Figure, inTurns, type Readings } from './results.ts';
import { type SinkConnectorOptions, startSinkConnector } from './sink-connector.ts';

/** A log that is full when a process starts on it. */
export type FullLog = {
  readonly workload: string;
  /** How many the topics for CRM and funding hold. */
  readonly events: number;
  /** How MongoDB's own connector is started; null: it is not measured. */
  readonly peer: Pick<SinkConnectorOptions, 'dataDirectory' | 'report' | 'signal'> | null;
};

type ProjectorBench = Bench & FullLog;
type Run = { readonly database: Db; readonly groupId: string };

/** The whole projector process in turns with the floor and the peer. */
export async function benchProjector(bench: ProjectorBench): Promise<Figure[]> {
  const { system, workload, rounds, peer } = bench;
  let runs = 0;
  /** Each run writes into a database of its own, and begins with the oldest event. */
  const run = (measure: (of: Run) => Promise<Readings>) => async () => {
    runs += 1;
    const name = `${system.database}-${runs}`;
    const database = system.db.client.db(name);
    try {
      return await measure({ database, groupId: name });
    } finally {
      await database.dropDatabase();
    }
  };
  return await inTurns(`projector, ${workload}`, rounds, {
    floor: run((of) => floor(bench, of)),
    ours: run((of) => ours(bench, of)),
    ...(peer && { peer: run((of) => connector(bench, peer, of)) }),
  });
}

async function floor({ system, events, servers }: ProjectorBench, { database, groupId }: Run): Promise<Readings> {
  const ids = await registerSchemas(system.registry, system.topics);
  const program = startProgram('projector-floor.ts', {
    brokers: system.stack.kafkaBrokers,
    topics: [system.topics.crm, system.topics.funding],
    groupId,
    mongodbUrl: system.stack.mongodbUrl,
    database: database.databaseName,
    schemas: Object.entries(ids).map(([type, id]) => [id, type] as FloorTask['schemas'][number]),
  } satisfies FloorTask);
  const applied = async () => Number(program.lastLine());
  const readings = await measureDrain({ pid: program.pid, servers, events, applied });
  await program.stop();
  return readings;
}

async function ours({ system, events, servers }: ProjectorBench, { database }: Run): Promise<Readings> {
  const { pid, adminPort, stop } = await system.startProjector({
    MONGODB_DATABASE: database.databaseName,
    LOG_LEVEL: 'info',
  });
  const applied = () => appliedIn(database, system);
  const documents = () => readMetric(adminPort, 'fundlens_projector_documents_written_total');
  const readings = await measureDrain({ pid, servers, events, applied, documents });
  const deadLetters = await database.collection(DEAD_LETTERS).countDocuments();
  await stop();
  if (deadLetters > 0) throw new Error(`${deadLetters} events of the benchmark were set aside`);
  return readings;
}

async function connector(
  { system, events, servers }: ProjectorBench,
  start: NonNullable<ProjectorBench['peer']>,
  { database, groupId }: Run,
): Promise<Readings> {
  const topics = [system.topics.crm, system.topics.funding];
  const place = { topics, groupId, database: database.databaseName };
  const admin = system.kafka.admin();
  await admin.connect();
  const { pid, stop } = await startSinkConnector({ ...start, ...system.stack, ...place });
  try {
    return await measureDrain({ pid, servers, events, applied: () => committedIn(admin, groupId, topics) });
  } finally {
    await stop();
    await admin.disconnect();
  }
}

/** Events that a consumer group has committed. */
async function committedIn(admin: Admin, groupId: string, topics: readonly string[]): Promise<number> {
  const found = await admin.fetchOffsets({ groupId, topics: [...topics] });
  const offsets = found.flatMap(({ partitions }) => partitions.map(({ offset }) => Math.max(0, Number(offset))));
  return offsets.reduce((sum, offset) => sum + offset, 0);
}
