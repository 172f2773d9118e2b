import { createKafka, GIVE_UP_SOON } from '@fundlens/contracts/kafka-client';
import { topicNames } from '@fundlens/contracts/topics';
import { MongoClient } from 'mongodb';
import { type ProjectorConfig, saslOf } from '../config.ts';
import { createKafkaLogs } from '../consumer/kafka-logs.ts';
import { PDF_LAYOUT_VERSION } from '../documents/layout-version.ts';
import { createPdfStore } from '../documents/pdf-store.ts';
import { createWindowStore } from '../windows/window-store.ts';
import { createCheckpointStore } from '../writer/checkpoint-store.ts';
import { MONGO_OPERATION_MS, MONGO_OPTIONS } from '../writer/mongo-options.ts';
import type { Operations } from './operations.ts';
import { askProjector } from './projector-answer.ts';
import { readStatus } from './status.ts';
import { createStatusStore } from './status-store.ts';

/** The only place where the clients of an operator's command are made. Connections are made when they are used. */
export function createOperations(config: ProjectorConfig): Operations {
  const clock = Date.now;
  const topics = topicNames(config.TOPIC_PREFIX);
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: 'fundlens-operator',
    ssl: config.KAFKA_SSL,
    retry: GIVE_UP_SOON,
    ...saslOf(config),
  });
  const admin = kafka.admin();
  let connected: Promise<void> | undefined;
  const logs = createKafkaLogs({
    admin: {
      async fetchTopicOffsets(topic) {
        connected ??= admin.connect();
        await connected;
        return await admin.fetchTopicOffsets(topic);
      },
    },
    clock,
  });
  const mongo = new MongoClient(config.MONGODB_URL, { ...MONGO_OPTIONS, appName: 'fundlens-operator' });
  const db = mongo.db(config.MONGODB_DATABASE);
  const limits = { maxTimeMs: MONGO_OPERATION_MS };
  const windowStore = createWindowStore(db, limits);
  const pdfStore = createPdfStore(db, { ...limits, layout: PDF_LAYOUT_VERSION });

  return {
    status: (projectorUrls) =>
      readStatus(
        {
          ...createStatusStore(db, limits),
          topics,
          logs,
          checkpoints: createCheckpointStore(db, limits),
          dashboards: windowStore.backlog,
          reportPdfs: () => pdfStore.backlog(clock() - config.PDF_SWEEP_MS),
          askProjector,
          clock,
        },
        projectorUrls,
      ),

    async close() {
      await Promise.all([admin.disconnect(), mongo.close()]);
    },
  };
}
