import type { TopicNames } from '@fundlens/contracts/wire/topic-names';
import { createEventReading, openSchemaRegistry } from '@fundlens/projection/consumer/event-reading';
import { openKafkaLogReader } from '@fundlens/projection/log/kafka-log-reader';
import { createReplay } from '@fundlens/projection/replay/replay';
import { createDocumentWriter } from '@fundlens/projection/writer/document-writer';
import { createLateWrites } from '@fundlens/projection/writer/late-writes';
import type { Backoff } from '@fundlens/runtime/backoff';
import type { ProjectorConfig } from '../config.ts';

type ReplayParts = Pick<Parameters<typeof createReplay>[0], 'deadLetters' | 'logs' | 'clock'> &
  Pick<Parameters<typeof openKafkaLogReader>[0], 'kafka' | 'removeGroup'> &
  Pick<Parameters<typeof createDocumentWriter>[0], 'store' | 'erasures' | 'pauseBeforeRound' | 'generation'> & {
    readonly topics: TopicNames;
    /** MongoDB's clock, epoch milliseconds. */
    readonly now: () => Promise<number>;
    readonly createBackoff: () => Backoff;
  };

/** Replays as the operator's command makes them: from the log, with a group of its own, and without waiting for a schema. */
export function openReplay(config: ProjectorConfig, parts: ReplayParts) {
  const { topics, clock, createBackoff, generation } = parts;
  const registry = openSchemaRegistry(config);
  const reader = openKafkaLogReader({
    ...parts,
    clientId: 'fundlens-projector',
    topics: Object.values(topics),
    sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS,
    backoff: createBackoff(),
  });
  const replay = createReplay({
    ...createEventReading(config, { registry, topics, clock, unknownSchemaRetryMs: 0 }),
    ...parts,
    reader,
    late: createLateWrites(parts.now),
    generations: async () => [generation()],
    writerOf: () => createDocumentWriter(parts),
  });
  return { replay, close: () => reader.close() };
}
