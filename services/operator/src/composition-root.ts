import { randomUUID } from 'node:crypto';
import { GIVE_UP_SOON } from '@fundlens/contracts/kafka-client';
import { createRefresher } from '@fundlens/dashboards/refresher';
import type { DeadLetterRepository } from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import { writableVersions } from '@fundlens/projection/versions/version-watch';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter } from '@fundlens/projection/writer/document-writer';
import { changedAt } from '@fundlens/projection/writer/late-writes';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { collectionName } from '@fundlens/read-models/definition';
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
import { createRebuildRunner, type RebuildSeams } from './rebuild/composition-root.ts';
import { createLocationRebuild, type LocationRebuild } from './rebuild/location-rebuild.ts';
import { askProjector } from './status/projector-answer.ts';
import { explain } from './explain/explain.ts';
import { recordOf } from '@fundlens/projection/replay/replay';
import { DEFAULT_LIMITS, readStatus, type Status, type StatusLimits } from '@fundlens/projection/status/status';
import { createStatusSources } from '@fundlens/projection/status/status-store';
import type { AskedStatus } from './status/asked-status.ts';
import { createVerify, type Verify, type VerifyOptions } from './verify/verify.ts';
import { createVerifyStore, type VerifyStore } from './verify/verify-store.ts';

type OperationsHooks = OperationsSeams & {
  /** Receives warnings of the parts, as lines of a log. */
  readonly onRemark: (line: string) => void;
};

export type OperationsSeams = {
  /** Tests wrap the stores to inject faults. */
  readonly wrapStore?: (store: DocumentStore) => DocumentStore;
  readonly wrapDeadLetters?: (deadLetters: DeadLetterRepository) => DeadLetterRepository;
  /** Shorter waits and faults in tests. */
  readonly rebuild?: Pick<RebuildSeams, 'announceMs' | 'withdrawMs' | 'projectorsMs' | 'wrapStore'>;
  readonly verify?: Pick<VerifyOptions, 'pauseMs'>;
};

const clock = Date.now;

/** The composition root of the operator's commands. */
export function createOperations(
  config: OperatorConfig,
  { rebuild = {}, verify: verifying = {}, onRemark: remark, ...wraps }: OperationsHooks,
): Operations {
  const logger = createLogger({ service: 'operator', level: 'warn', sanitize: redactText, destination: lines(remark) });
  const connections = openConnections(config, {
    clientId: 'fundlens-operator',
    kafkaRetry: GIVE_UP_SOON,
    logger,
    clock,
    ...wraps,
  });
  const { db, limits, deadLetters, deadLetterSettling } = connections;
  const verifyStore = createVerifyStore(db, limits);
  const verify = createVerify({
    ...connections.reading,
    ...connections,
    ...verifying,
    store: verifyStore,
    versions: connections.versions.load,
    sleep,
  });

  return {
    audit: createAuditReader(db, limits),
    makeIndexes: () => mapMongoErrors(() => ensureQueryIndexes(db)),
    verify,
    explain: (question) =>
      explain(question, {
        ...connections.reading,
        ...connections,
        store: connections.writing.store,
        servedCollection: async ({ name, version }) =>
          collectionName(name, (await connections.versions.load()).get(name)?.active ?? version),
        status: () => storedStatus(connections, DEFAULT_LIMITS),
      }),
    rebuildLocation: locationRebuild(connections, { verify, verifyStore }),

    openRebuild({ onProgress, onRemark }) {
      const destination = lines(onRemark);
      const rebuildLogger = createLogger({ service: 'rebuild', level: 'warn', sanitize: redactText, destination });
      return createRebuildRunner(config, { logger: rebuildLogger, onProgress, ...rebuild });
    },

    deadLetters: {
      count: deadLetters.count,
      list: deadLetters.list,
      find: deadLetters.find,
      setAsideSince: deadLetters.setAsideSince,
      async record(deadLetter) {
        const found = await recordOf(deadLetter, connections);
        return 'record' in found ? found.record : null;
      },
      replay: deadLetterSettling.replay,
      discard: (id, { by, because }) => deadLetters.discard(id, { at: clock(), by, because }),
    },

    erase: eraser(connections),
    erasures: createErasureReader(db, limits),

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

function locationRebuild(
  connections: Connections,
  { verify, verifyStore }: { readonly verify: Verify; readonly verifyStore: VerifyStore },
): LocationRebuild {
  const { reading, topics, logs, reader, versions, fingerprint, writing, windowStoreOf, deadLetterSettling, late } =
    connections;
  const writable = async () => writableVersions(await versions.load(), fingerprint);
  return createLocationRebuild({
    ...reading,
    topics,
    logs,
    reader,
    verify,
    setAside: verifyStore.setAside,
    settle: (locationId) => deadLetterSettling.settle({ locationId }, { by: `rebuild ${randomUUID()}` }),
    async renew(events) {
      const write = createDocumentWriter({ ...writing, versions: await writable(), renew: true });
      return await late((time) => write(events.map((event) => changedAt(event, time))));
    },
    async recount(locationId) {
      for (const version of (await writable()).get(contacts.name) ?? []) {
        const refresh = createRefresher({ ...writing, store: windowStoreOf(version), clock });
        await refresh(locationId, { everything: true });
      }
    },
  });
}

function eraser({
  reading,
  erasures,
  db,
  limits,
  versions,
  fingerprint,
  writing,
  writerOf,
  late,
  checkpoints,
  windowStoreOf,
}: Connections): Erase {
  return createEraser({
    projections: reading.projections,
    erasures,
    store: createSubjectStore(db, limits),
    versions: versions.load,
    fingerprint,
    writerOf,
    late,
    now: checkpoints.now,
    refreshDashboard: (version, locationId) =>
      createRefresher({ ...writing, store: windowStoreOf(version), clock })(locationId),
    clock,
  });
}

async function askedStatus(
  connections: Connections,
  { projectorUrls, limits }: { readonly projectorUrls: readonly string[]; readonly limits: StatusLimits },
): Promise<AskedStatus> {
  const status = await storedStatus(connections, limits);
  return { ...status, projectors: await Promise.all(projectorUrls.map(askProjector)) };
}

async function storedStatus(connections: Connections, limits: StatusLimits): Promise<Status> {
  return await readStatus(createStatusSources({ ...connections, ...connections.limits }), limits);
}
