import { setImmediate } from 'node:timers/promises';
import { sourceConformance } from '@fundlens/projection/log/testing/source-conformance';
import { deadLetterStoreConformance } from '@fundlens/projection/dead-letters/testing/dead-letter-store-conformance';
import { windowStoreConformance } from '@fundlens/dashboards/testing/window-store-conformance';
import { checkpointStoreConformance } from '@fundlens/projection/writer/testing/checkpoint-store-conformance';
import { documentStoreConformance } from '@fundlens/projection/writer/testing/document-store-conformance';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { MemoryBroker } from './memory-broker.ts';
import { createMemoryCheckpointStore } from './memory-checkpoint-store.ts';
import { MemoryDatabase } from './memory-database.ts';
import { createMemoryDeadLetterStore } from './memory-dead-letter-store.ts';
import { createMemoryDocumentStore, type MemoryDocument } from './memory-document-store.ts';
import { createMemorySource } from './memory-source.ts';
import { createMemoryWindowStore } from './memory-window-store.ts';
import { directCalls } from './server-calls.ts';

/** What the simulator has instead of Kafka and MongoDB does what they do: the same suites run against the real servers. */

sourceConformance('the source over memory', async () => {
  const broker = new MemoryBroker(Date.now);
  const topic = 'topic';
  const groupId = 'group';
  broker.createTopic(topic, 2);
  let members = 0;
  const produce = async (partition: number, count: number) => {
    for (let n = 0; n < count; n += 1) {
      broker.append({ topic, partition }, { key: Buffer.from(`${n}`), value: Buffer.from(`${n}`) });
    }
  };
  return {
    topic,
    member() {
      members += 1;
      const memberId = `member ${members}`;
      const step = () => setImmediate();
      return createMemorySource({
        broker,
        groupId,
        memberId,
        topics: [topic],
        step,
        losesHeartbeat: () => false,
        fetchSize: () => 100,
        completeUntil: () => Number.POSITIVE_INFINITY,
      });
    },
    produce,
    async begin(partition, count) {
      const end = broker.begin({ topic, partition });
      const from = broker.end({ topic, partition });
      await produce(partition, count);
      return async (outcome) => {
        for (let n = 0; n < count && outcome === 'abort'; n += 1) {
          broker.discard({ topic, partition, offset: from + n });
        }
        broker.appendMarker({ topic, partition });
        end();
      };
    },
    committed: async (partition) => broker.committed(groupId, { topic, partition }),
    bounds: async (partition) => broker.bounds(topic).get(partition),
    close: async () => undefined,
  };
});

const database = new MemoryDatabase();
const calls = directCalls(database);
const windows = createMemoryWindowStore(database, calls);
const stored = (collection: string, key: string) => database.ofMajority<MemoryDocument>(collection).get(key);

documentStoreConformance('the document store over memory', {
  store: createMemoryDocumentStore(database, calls),
  async find(collection, key) {
    const document = stored(collection, key);
    if (document === undefined) return null;
    const { slots, fields, views, revision, outbox = null } = document;
    return { content: { slots, fields, views }, revision, outbox };
  },
  async clearOutbox(collection, key) {
    const { revision = 0, outbox } = stored(collection, key) ?? {};
    await windows.clear([{ model: 'deals', key, revision, dirtyDays: outbox?.dirtyDays ?? [] }]);
  },
});

checkpointStoreConformance('the checkpoint store over memory', createMemoryCheckpointStore(database, calls, Date.now));

deadLetterStoreConformance('the dead-letter store over memory', {
  store: createMemoryDeadLetterStore(database, calls),
  generation: 1,
  find: async (id) => database.ofMajority<DeadLetter>(DEAD_LETTERS).get(id) ?? null,
});

const ofWindows = new MemoryDatabase();
windowStoreConformance('the window store over memory', {
  documents: createMemoryDocumentStore(ofWindows, directCalls(ofWindows)),
  windows: createMemoryWindowStore(ofWindows, directCalls(ofWindows)),
});
