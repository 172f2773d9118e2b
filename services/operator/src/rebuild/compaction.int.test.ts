import { createKafka } from '@fundlens/contracts/kafka-client';
import type { Position } from '@fundlens/contracts/positions';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { dashboardWindows } from '@fundlens/read-models/definitions';
import { collectionName } from '@fundlens/read-models/definition';
import { activeVersions } from '@fundlens/read-models/store';
import { sleep } from '@fundlens/runtime/backoff';
import { deletionOf } from '@fundlens/testing/deletions';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { history } from '@fundlens/testing/history-arbitraries';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { ConfigResourceTypes } from 'kafkajs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import { operate } from '../testing/operator-fixture.ts';
import {
  type ProjectorFixture,
  projectorFixture,
  redacted,
  TEST_PARTITIONS,
  until,
} from '@fundlens/projector/testing/projector-fixture';
import { setAside } from '@fundlens/projector/testing/set-aside';
import { differences, storedDocuments } from '@fundlens/projection/testing/stored-documents';
import type { RebuildRun } from '@fundlens/read-models/rebuild-run';

let fixture: ProjectorFixture;
beforeEach(async () => {
  fixture = await projectorFixture();
});
afterEach(() => fixture.close());

const { seed } = propertySeed();
/** The broker looks for something to clean every fifteen seconds. */
const TIMEOUT_MS = 180_000;
const SEGMENT_MS = 100;
const HISTORIES = 20;

/** Topic settings for immediate compaction without loss of other records. */
const COMPACTED = [
  { name: 'cleanup.policy', value: 'compact' },
  { name: 'segment.ms', value: String(SEGMENT_MS) },
  { name: 'min.cleanable.dirty.ratio', value: '0.01' },
  { name: 'max.compaction.lag.ms', value: '500' },
  { name: 'message.timestamp.type', value: 'LogAppendTime' },
  { name: 'max.message.bytes', value: String(10 * 1024 * 1024) },
];

async function compactFromNowOn({ admin, topics }: ProjectorFixture): Promise<void> {
  const resources = Object.values(topics).map((name) => ({
    ...{ type: ConfigResourceTypes.TOPIC, name },
    configEntries: COMPACTED,
  }));
  await admin.alterConfigs({ validateOnly: false, resources });
}

/** The segment that is written to is never cleaned: markers, which say nothing, begin another one in every partition. */
async function beginSegments({ produce, topics }: ProjectorFixture): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await sleep(SEGMENT_MS * 2);
    for (const stream of Object.keys(topics) as (keyof typeof topics)[]) {
      const partitions = Array.from({ length: TEST_PARTITIONS }, (_, partition) => partition);
      await produce(
        stream,
        partitions.map((partition) => ({ key: `marker:${partition}`, value: null, partition })),
      );
    }
  }
}

const nameOf = ({ topic, partition, offset }: Position) => `${topic}/${partition}/${offset}`;

/** The places of all records that the log still has. */
async function recordsLeft({ admin, topics, environment }: ProjectorFixture): Promise<Set<string>> {
  const kafka = createKafka({ brokers: (environment.KAFKA_BROKERS ?? '').split(','), clientId: 'compaction-test' });
  const groupId = `${environment.TOPIC_PREFIX}left-${performance.now()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
  const left = new Set<string>();
  const ends = await Promise.all(
    Object.values(topics).map(async (topic) =>
      (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => `${topic}/${partition}/${Number(high) - 1}`),
    ),
  );
  await consumer.connect();
  await consumer.subscribe({ topics: Object.values(topics), fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ topic, partition, message: { offset } }) => {
      left.add(nameOf({ topic, partition, offset }));
    },
  });
  await until(() => ends.flat().every((name) => left.has(name)));
  await consumer.disconnect();
  return left;
}

const windowsOf = async ({ db }: ProjectorFixture) => {
  const version = (await activeVersions(db)).get(dashboardWindows.name) ?? dashboardWindows.version;
  const found = await db.collection(collectionName(dashboardWindows.name, version)).find({}).sort({ _id: 1 }).toArray();
  return found.map(({ _id, timeZone, sums, stageSums }) => ({ _id, timeZone, sums, stageSums }));
};

it(
  'rebuilds the same documents from a log without the winning states, which compaction has removed',
  async () => {
    const contact = (contactId: string, version: number, more = {}) =>
      build.contactChanged({
        contactId,
        firstName: `State ${version}`,
        meta: { locationId: 'loc-9', version },
        ...more,
      });
    const report = (version: number) =>
      build.creditReportStored({
        ...{ meta: { locationId: 'loc-9', version }, contactId: 'late', requestId: 'request-late' },
        report: build.reportBytes({ note: `pulled ${version}` }),
      });
    const counting = [contact('late', 3), report(3), deletionOf(contact('deleted', 4)), contact('plain', 2)];
    // A late event comes last, and compaction keeps the last of each key.
    const late = [contact('late', 1), report(1), contact('deleted', 2)];
    const others: Typed[] = fc.sample(history, { numRuns: HISTORIES, seed }).flat();

    // What was judged comes last of its key, so that compaction keeps it and drops what counts.
    const judged = [contact('judged', 2), contact('judged', 5)];
    const deadLetters = await setAside(fixture, 'crm', judged);
    const { environment } = fixture;
    const desk = async (...args: string[]) => await operate(['dead-letters', ...args, '--yes'], { environment });
    expect((await desk('replay', deadLetters[0]?._id ?? '')).status).toBe(0);
    expect((await desk('discard', deadLetters[1]?._id ?? '', '--because', 'wrong')).status).toBe(0);
    await fixture.start();
    const positions = await fixture.publish([...counting, ...others]);
    await fixture.publish(late);
    await fixture.caughtUp();
    await compactFromNowOn(fixture);
    await beginSegments(fixture);
    await fixture.caughtUp();
    const outdone = [
      ...positions.slice(0, late.length).map(nameOf),
      ...deadLetters.slice(0, 1).map(({ topic, partition, offset }) => `${topic}/${partition}/${offset}`),
    ];
    await until(async () => {
      const left = await recordsLeft(fixture);
      return outdone.every((name) => !left.has(name));
    });

    const expected = referenceFold([...counting, ...judged.slice(0, 1), ...others, ...late].map(redacted));
    expect(differences(await storedDocuments(fixture.db), expected)).toEqual([]);
    await until(async () => (await windowsOf(fixture)).length > 0);
    const windows = await windowsOf(fixture);

    const args = ['--json', 'rebuild', 'all', '--yes', '--grace', '1'];
    const rebuilt = await operate(args, { environment, seams: { rebuild: { announceMs: 1_500, withdrawMs: 1_500 } } });
    const run = rebuilt.json<RebuildRun>();
    expect([rebuilt.status, run]).toMatchObject([0, { phase: 'finished', comparison: { different: 0 } }]);
    expect(run.comparison?.carried).toBeGreaterThanOrEqual(outdone.length);
    expect((await activeVersions(fixture.db)).get('contacts')).toBe(contacts.version + 1);
    expect(differences(await storedDocuments(fixture.db), expected)).toEqual([]);
    expect(await windowsOf(fixture)).toEqual(windows);
  },
  TIMEOUT_MS,
);
