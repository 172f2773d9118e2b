import { setTimeout as delay } from 'node:timers/promises';
import { registerSchemas } from '@fundlens/contracts/registry';
import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { modelVersion } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import type { Db } from 'mongodb';
import type { TestSystem } from '../../harness/test-system.ts';
import { runProgram } from './child-process.ts';
import { type Comparison, compare, inTurns, type Measurement } from './results.ts';

export type ProjectorBench = {
  readonly system: TestSystem;
  readonly workload: string;
  /** How many the topics for CRM and funding hold. */
  readonly events: number;
  readonly rounds: number;
  /** Opens the database of one run. */
  readonly openDatabase: (name: string) => Db;
};

/** Between two looks at the checkpoints; short against the seconds that a run takes. */
const LOOK_MS = 10;

/** Events per second of the whole projector process on a log that is full when it starts, beside the floor. */
export async function benchProjector(bench: ProjectorBench): Promise<Comparison> {
  const measured = await inTurns(bench.rounds, {
    floor: (round) => floor(bench, `floor-${round}`),
    subject: (round) => subject(bench, `run-${round}`),
  });
  return compare(`projector: ${bench.workload}`, 'events/s', measured);
}

async function floor({ system, events, openDatabase }: ProjectorBench, name: string): Promise<Measurement> {
  const ids = await registerSchemas(system.registry, system.topics);
  const database = openDatabase(name);
  const { eventsPerSecond } = await runProgram<{ eventsPerSecond: number }>('projector-floor.ts', {
    brokers: system.stack.kafkaBrokers,
    topics: [system.topics.crm, system.topics.funding],
    groupId: `${system.database}-${name}`,
    mongodbUrl: system.stack.mongodbUrl,
    database: database.databaseName,
    events,
    schemas: Object.entries(ids).map(([type, id]) => [id, type]),
  });
  await database.dropDatabase();
  return { value: eventsPerSecond };
}

async function subject(bench: ProjectorBench, name: string): Promise<Measurement> {
  const { system, events } = bench;
  const database = bench.openDatabase(name);
  const projector = await system.startProjector({
    MONGODB_DATABASE: database.databaseName,
    ACCESS_GROUP_ID: `${system.database}-${name}-access`,
    CHANGES_GROUP_ID: `${system.database}-${name}-changes`,
    LOG_LEVEL: 'info',
  });
  let first: { readonly at: number; readonly applied: number } | undefined;
  let applied = 0;
  while (applied < events) {
    applied = await appliedIn(database, system);
    if (applied > 0) first ??= { at: performance.now(), applied };
    if (applied < events) await delay(LOOK_MS);
  }
  const seconds = (performance.now() - (first?.at ?? 0)) / 1_000;
  const written = await metric(projector.adminPort, 'fundlens_projector_documents_written_total');
  const lost = await metric(projector.adminPort, 'fundlens_projector_swaps_lost_total');
  await projector.stop();
  await database.dropDatabase();
  const value = (events - (first?.applied ?? 0)) / seconds;
  const documentsPerSecond = Math.round((written / events) * value);
  return { value, details: { documentsWritten: written, documentsPerSecond, swapsLost: lost } };
}

/** Events of the CRM and funding topics that every model has. */
async function appliedIn(database: Db, { topics }: TestSystem): Promise<number> {
  const checkpoints = await database.collection<Checkpoint>(CHECKPOINTS).find({}).toArray();
  let applied = 0;
  for (const stream of ['crm', 'funding'] as const) {
    const models = readModels.filter((model) => model.streams.includes(stream)).map(modelVersion);
    const ofTopic = checkpoints.filter(({ topic }) => topic === topics[stream]);
    for (const found of Map.groupBy(ofTopic, ({ partition }) => partition).values()) {
      if (found.length === models.length) applied += Math.min(...found.map(({ nextOffset }) => nextOffset));
    }
  }
  return applied;
}

async function metric(adminPort: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}
