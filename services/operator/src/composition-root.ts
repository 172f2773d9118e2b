import { GIVE_UP_SOON } from '@fundlens/contracts/kafka-client';
import { createRefresher } from '@fundlens/dashboards/refresher';
import type { DeadLetterRepository } from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import { PARTITION_STATES, type StoredPartitionState } from '@fundlens/read-models/partition-state';
import { ensureQueryIndexes } from '@fundlens/read-models/query-indexes';
import { redactText } from '@fundlens/redaction/redact-text';
import { sleep } from '@fundlens/runtime/backoff';
import { kafkaServer, mongodbServer, schemaRegistryServer } from '@fundlens/runtime/configured-servers';
import { connectionAdvice } from '@fundlens/runtime/connection-advice';
import { failureCode } from '@fundlens/runtime/errors';
import { createLogger } from '@fundlens/runtime/logger';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { createAuditReader } from './audit/audit-reader-store.ts';
import type { OperatorConfig } from './config.ts';
import { type Connections, openConnections } from './connections/composition-root.ts';
import { createEraser, type Erase } from './erase/eraser.ts';
import { createErasureReader } from './erase/erasure-reader-store.ts';
import { createSubjectStore } from './erase/subject-store.ts';
import type { Operations } from './operations.ts';
import { createGenerationOperations, type GenerationOperations } from './generations/generation-operations.ts';
import { createDocumentPairs } from './generations/document-pairs-store.ts';
import { startProjector } from './generations/projector-process.ts';
import { createRebuild, type Rebuild } from './generations/rebuild.ts';
import { askProjector } from './status/projector-answer.ts';
import { explain } from './explain/explain.ts';
import { deadLetterPages } from '@fundlens/projection/replay/dead-letter-pages';
import { createReplay, recordOf } from '@fundlens/projection/replay/replay';
import { DEFAULT_LIMITS, readStatus, type Status, type StatusLimits } from '@fundlens/projection/status/status';
import { writableGenerations } from '@fundlens/projection/generations/fingerprint';
import { createStatusSources } from '@fundlens/projection/status/status-store';
import type { AskedStatus } from './status/asked-status.ts';
import { createVerify, type VerifyOptions } from './verify/verify.ts';
import { createVerifyStore } from './verify/verify-store.ts';

type OperationsHooks = OperationsSeams & {
  /** Receives warnings of the parts, as lines of a log. */
  readonly onRemark: (line: string) => void;
};

export type OperationsSeams = {
  /** Tests wrap the stores to inject faults. */
  readonly wrapStore?: (store: DocumentStore) => DocumentStore;
  readonly wrapDeadLetters?: (deadLetters: DeadLetterRepository) => DeadLetterRepository;
  /** Shorter waits in tests. */
  readonly verify?: Pick<VerifyOptions, 'pauseMs'>;
};

const clock = Date.now;
/** Projectors say every two seconds what they do. */
const OTHERS_SEEN_MS = 5_000;

/** The composition root of the operator's commands. */
export function createOperations(
  config: OperatorConfig,
  { verify: verifying = {}, onRemark: remark, ...wraps }: OperationsHooks,
): Operations {
  const logger = createLogger({ service: 'operator', level: 'warn', sanitize: redactText, destination: lines(remark) });
  const connections = openConnections(config, {
    clientId: 'fundlens-operator',
    kafkaRetry: GIVE_UP_SOON,
    logger,
    clock,
    ...wraps,
  });
  const { db, limits, deadLetters, generations, active, replay } = connections;
  const generationOperations = createGenerationOperations({
    ...connections,
    pairsOf: (both) => createDocumentPairs(db, both),
    status: (number) => storedStatus(connections, DEFAULT_LIMITS, number),
    retell: (number) => retell(connections, number),
    clock,
    sleep,
  });

  return {
    audit: createAuditReader(db, limits),
    makeIndexes: () => mapMongoErrors(() => ensureQueryIndexes(db)),
    verify: createVerify({
      ...connections.reading,
      ...connections,
      ...verifying,
      storeOf: (generation) => createVerifyStore(db, { ...limits, generation }),
      pointer: generations.pointer,
      sleep,
    }),
    explain: (question) =>
      explain(question, {
        ...connections.reading,
        ...connections,
        store: connections.writing.store,
        generation: active,
        status: () => storedStatus(connections, DEFAULT_LIMITS),
      }),
    generations: generationOperations,
    rebuild: rebuild(config, { connections, operations: generationOperations, remark }),

    deadLetters: {
      count: deadLetters.count,
      list: deadLetters.list,
      find: deadLetters.find,
      setAsideSince: deadLetters.setAsideSince,
      async record(deadLetter) {
        const found = await recordOf(deadLetter, connections);
        return 'record' in found ? found.record : null;
      },
      replay,
      discard: (id, { by, because }) => deadLetters.discard(id, { at: clock(), by, because }),
    },

    erase: eraser(connections),
    erasures: createErasureReader(db, limits),
    async pendingErasures() {
      const pointer = await generations.pointer();
      const own = writableGenerations(pointer, connections.fingerprint);
      return await connections.erasures.pending(pointer.generations.filter(({ number }) => own.includes(number)));
    },

    status: (projectorUrls, limits) => askedStatus(connections, { projectorUrls, limits }),

    advice: connectionAdviceOf(config),
    close: connections.close,
  };
}

/** Codes of failures begin with the server; a login that Kafka refuses comes as the client's own error. */
function connectionAdviceOf(config: OperatorConfig): Operations['advice'] {
  const servers = new Map([
    ['mongodb', mongodbServer(config)],
    ['kafka', kafkaServer(config)],
    ['registry', schemaRegistryServer(config)],
  ]);
  return (error) => {
    const code = failureCode(error);
    const server = servers.get(code.startsWith('unexpected_KafkaJS') ? 'kafka' : (code.split('_')[0] ?? ''));
    return server === undefined ? null : connectionAdvice(server, error);
  };
}

function lines(write: (line: string) => void) {
  return { write: (line: string) => write(line.trimEnd()) };
}

function rebuild(
  config: OperatorConfig,
  parts: {
    readonly connections: Connections;
    readonly operations: GenerationOperations;
    readonly remark: (line: string) => void;
  },
): Rebuild {
  const { connections, operations, remark } = parts;
  const { db, generations, fingerprint, now } = connections;
  return createRebuild({
    operations,
    generations,
    fingerprint,
    startProjector: (generation) => startProjector(config.environment, { generation, onLine: remark }),
    async isWrittenByOthers(generation, pid) {
      const lately = (await now()) - OTHERS_SEEN_MS;
      const filter = { generation, seenAt: { $gt: lately }, status: 'running' as const };
      const states = await mapMongoErrors(() =>
        db.collection<StoredPartitionState>(PARTITION_STATES).find(filter).toArray(),
      );
      return states.some(({ owner }) => owner.split(':')[1] !== String(pid));
    },
    sleep,
  });
}

function eraser(connections: Connections): Erase {
  const { reading, db, limits, generations, writing, windowStoreOf } = connections;
  return createEraser({
    ...connections,
    projections: reading.projections,
    store: createSubjectStore(db, limits),
    pointer: generations.pointer,
    refreshDashboard: (generation, locationId) =>
      createRefresher({ ...writing, store: windowStoreOf(generation), clock })(locationId),
    clock,
  });
}

/**
 * A record that the generation before has set aside, and this one took as any other, would be told at a time that clients have
 * passed. Done again after each switch, because a command may end in between: clients are then told of it once more.
 */
async function retell(connections: Connections, generation: number): Promise<void> {
  const { reading, deadLetters, writerOf } = connections;
  const replay = createReplay({
    ...reading,
    ...connections,
    generations: async () => [generation],
    writerOf,
    deadLetters: { replayed: async () => undefined, failedAgain: async () => undefined },
    clock,
  });
  const elsewhere = { status: 'open_elsewhere' as const };
  for await (const deadLetter of deadLetterPages(deadLetters, elsewhere)) {
    await replay(deadLetter, { by: 'switch', dryRun: false });
  }
}

async function askedStatus(
  connections: Connections,
  { projectorUrls, limits }: { readonly projectorUrls: readonly string[]; readonly limits: StatusLimits },
): Promise<AskedStatus> {
  const status = await storedStatus(connections, limits);
  return { ...status, projectors: await Promise.all(projectorUrls.map(askProjector)) };
}

async function storedStatus(connections: Connections, limits: StatusLimits, generation?: number): Promise<Status> {
  return await readStatus(createStatusSources({ ...connections, ...connections.limits }), limits, generation);
}
