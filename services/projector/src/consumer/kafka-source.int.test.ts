import { randomUUID } from 'node:crypto';
import { createKafka } from '@fundlens/contracts/kafka-client';
import { createBackoff } from '@fundlens/runtime/backoff';
import type { Kafka } from 'kafkajs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { patientlyInKafka, until } from '../testing/projector-fixture.ts';
import { testStack } from '../testing/stack.ts';
import { createKafkaSource } from './kafka-source.ts';
import { type BatchVerdict, type Place, placeKey, type Source, type SourceBatch } from './source.ts';

/** What whoever replaces the Kafka client must do as well. */

let kafka: Kafka;
let topic: string;
let group: string;
const members: Source[] = [];

beforeEach(async () => {
  topic = `source-${randomUUID()}`;
  group = `group-${topic}`;
  kafka = createKafka({ brokers: testStack().kafkaBrokers, clientId: 'source-test' });
  const admin = kafka.admin();
  await admin.connect();
  await patientlyInKafka(() => admin.createTopics({ topics: [{ topic, numPartitions: 2 }], waitForLeaders: true }));
  await admin.disconnect();
});
afterEach(async () => {
  await Promise.all(members.splice(0).map((member) => member.stop()));
});

async function produce(partition: number, count: number, transactionalId?: string): Promise<void> {
  const producer = kafka.producer(transactionalId ? { transactionalId, idempotent: true, maxInFlightRequests: 1 } : {});
  await producer.connect();
  const messages = Array.from({ length: count }, (_, n) => ({ key: `${n}`, value: `${n}`, partition }));
  if (transactionalId === undefined) await producer.send({ topic, messages });
  else {
    const transaction = await producer.transaction();
    await transaction.send({ topic, messages });
    await transaction.commit();
  }
  await producer.disconnect();
}

type Member = Source & {
  assigned: Place[];
  readonly offsets: Map<string, number[]>;
  readonly passed: Map<string, number>;
  crashes: number;
  verdict: (batch: SourceBatch) => BatchVerdict;
};

async function member({ sessionTimeoutMs = 3_000 } = {}): Promise<Member> {
  const source = createKafkaSource({
    kafka,
    groupId: group,
    topics: [topic],
    sessionTimeoutMs,
    backoff: createBackoff({ initialMs: 50, maxMs: 200, factor: 2, random: () => 1 }),
    onError: (error) => {
      throw error;
    },
  });
  const joined: Member = {
    ...source,
    assigned: [],
    offsets: new Map(),
    passed: new Map(),
    crashes: 0,
    verdict: ({ nextOffset }) => ({ nextOffset, hold: false }),
  };
  members.push(source);
  await source.start({
    onAssigned: (places) => {
      joined.assigned = [...places];
    },
    onBatch: async (batch) => {
      const key = placeKey(batch);
      joined.offsets.set(key, [...(joined.offsets.get(key) ?? []), ...batch.records.map(({ offset }) => offset)]);
      const verdict = joined.verdict(batch);
      joined.passed.set(key, verdict.nextOffset);
      return verdict;
    },
    onPassed: (place, nextOffset) => joined.passed.set(placeKey(place), nextOffset),
    onDown: () => {
      joined.crashes += 1;
    },
  });
  return joined;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

it('delivers nothing until it is told from where, and then everything from exactly there', async () => {
  await produce(0, 30);
  const joined = await member();
  await until(() => joined.assigned.length === 2);
  expect(joined.offsets.size).toBe(0);
  joined.deliverFrom({ topic, partition: 0 }, 17);
  await until(() => joined.offsets.get(`${topic}:0`)?.at(-1) === 29);
  expect(joined.offsets.get(`${topic}:0`)).toEqual(range(17, 30));
  expect(joined.offsets.has(`${topic}:1`)).toBe(false);
});

it('keeps a held partition silent while the other goes on, and delivers again what was not taken', async () => {
  await produce(0, 10);
  const joined = await member();
  await until(() => joined.assigned.length === 2);
  joined.verdict = (batch) =>
    batch.partition === 0 ? { nextOffset: 4, hold: true } : { nextOffset: batch.nextOffset, hold: false };
  for (const partition of [0, 1]) joined.deliverFrom({ topic, partition }, 0);
  await until(() => joined.passed.get(`${topic}:0`) === 4);
  await produce(1, 5);
  await until(() => joined.passed.get(`${topic}:1`) === 5);
  expect(joined.offsets.get(`${topic}:0`)).toEqual(range(0, 10));

  joined.verdict = ({ nextOffset }) => ({ nextOffset, hold: false });
  joined.offsets.clear();
  joined.deliverFrom({ topic, partition: 0 }, 4);
  await until(() => joined.passed.get(`${topic}:0`) === 10);
  expect(joined.offsets.get(`${topic}:0`)).toEqual(range(4, 10));
});

it('delivers the rest of a batch again that was taken in part', async () => {
  await produce(0, 10);
  const joined = await member();
  await until(() => joined.assigned.length === 2);
  joined.verdict = ({ records, nextOffset }) => ({
    nextOffset: records.length > 5 ? (records[0]?.offset ?? 0) + 3 : nextOffset,
    hold: false,
  });
  joined.deliverFrom({ topic, partition: 0 }, 0);
  await until(() => joined.passed.get(`${topic}:0`) === 10);
  expect([...new Set(joined.offsets.get(`${topic}:0`))]).toEqual(range(0, 10));
});

it('passes over the marker that a transaction leaves at the end of the log', async () => {
  const joined = await member();
  await until(() => joined.assigned.length === 2);
  joined.deliverFrom({ topic, partition: 0 }, 0);
  await produce(0, 3, `tx-${topic}`);
  await until(() => joined.passed.get(`${topic}:0`) === 4);
  expect(joined.offsets.get(`${topic}:0`)).toEqual([0, 1, 2]);
});

it('shares the partitions with a second member, and takes them over when that one leaves', async () => {
  const first = await member();
  await until(() => first.assigned.length === 2);
  const second = await member();
  await until(() => first.assigned.length === 1 && second.assigned.length === 1);
  expect([...first.assigned, ...second.assigned].map(({ partition }) => partition).sort()).toEqual([0, 1]);
  await second.stop();
  await until(() => first.assigned.length === 2);
  await produce(0, 3);
  await produce(1, 3);
  for (const partition of [0, 1]) first.deliverFrom({ topic, partition }, 0);
  await until(() => first.passed.get(`${topic}:0`) === 3 && first.passed.get(`${topic}:1`) === 3);
});

it('makes a new consumer when one has died for good, as often as it takes', async () => {
  // The broker refuses so short a session, and the client does not restart from that.
  const refused = await member({ sessionTimeoutMs: 100 });
  await until(() => refused.crashes >= 3);
  expect(refused.assigned).toEqual([]);
});
