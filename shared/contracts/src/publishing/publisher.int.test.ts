import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { withDefaults } from '../event-defaults.ts';
import { createKafka } from '../kafka/kafka-client.ts';
import { MAX_REPORT_BYTES } from '../definition/limits.ts';
import { createPublisher, type Publishable } from './publisher.ts';
import { sampleEvent } from '../testing/sample-events.ts';
import { connectToStack, readAll } from '../testing/stack.ts';

function contact(number: number, version = 1): Publishable {
  const { meta } = sampleEvent('ContactChanged');
  const event = withDefaults('ContactChanged', {
    meta: { ...meta, eventId: randomUUID(), version },
    contactId: `contact-${number}`,
    firstName: `Name ${number}.${version}`,
  });
  return { type: 'ContactChanged', event };
}

test('events come to stand where the publisher says, each key in the order of publishing', async () => {
  await using stack = await connectToStack();
  const publisher = createPublisher(stack);
  await publisher.start();
  const events: Publishable[] = [
    ...Array.from({ length: 1_500 }, (_, index) => contact(index % 100, index + 1)),
    { type: 'CompanyChanged', event: sampleEvent('CompanyChanged') },
    { type: 'ApplicantChanged', event: sampleEvent('ApplicantChanged') },
  ];
  const positions = await publisher.publish(events);
  await publisher.stop();

  const messages = await readAll(stack.kafka, stack.admin, Object.values(stack.topics));
  expect(messages).toHaveLength(events.length);
  const found = new Map(
    messages.map((message) => [`${message.topic}/${message.partition}/${message.offset}`, message]),
  );
  const versions = new Map<string, number>();
  for (const [index, { topic, partition, offset }] of positions.entries()) {
    const message = found.get(`${topic}/${partition}/${offset}`);
    const value = message?.value;
    if (!message || !value) throw new Error(`nothing stands at the position of event ${index}`);
    const { type, event } = await stack.codec.decode({ topic, key: message.key, value });
    expect({ type, event }).toEqual({ type: events[index]?.type, event: events[index]?.event });
    const key = String(message.key);
    expect(event.meta.version).toBeGreaterThan(versions.get(key) ?? 0);
    versions.set(key, event.meta.version);
  }
});

test('calls that overlap keep the order of each key', async () => {
  await using stack = await connectToStack();
  const publisher = createPublisher(stack);
  await publisher.start();
  const calls = await Promise.all(Array.from({ length: 20 }, (_, index) => publisher.publish([contact(1, index + 1)])));
  await publisher.stop();
  const offsets = calls.map(([position]) => Number(position?.offset));
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  expect(new Set(offsets).size).toBe(20);
});

test('the largest report is stored, and the trace goes with it', async () => {
  await using stack = await connectToStack();
  const publisher = createPublisher(stack);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const event = { ...sampleEvent('CreditReportStored'), report: Buffer.alloc(MAX_REPORT_BYTES, '1') };
  await publisher.publish([{ type: 'CreditReportStored', event, traceparent }]);
  await publisher.stop();
  const [message] = await readAll(stack.kafka, stack.admin, [stack.topics.funding]);
  expect(message?.value?.length).toBeGreaterThan(MAX_REPORT_BYTES);
  expect(String(message?.headers?.traceparent)).toBe(traceparent);
});

test('Kafka away is a retryable error within the time limit, and the publisher works once it is back', async () => {
  await using stack = await connectToStack();
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const away = createKafka({ brokers: [`127.0.0.1:${(silent.address() as AddressInfo).port}`], clientId: 'away' });
  let kafka = away;
  const switching = { producer: (...options: Parameters<typeof away.producer>) => kafka.producer(...options) };
  const publisher = createPublisher({ kafka: switching, codec: stack.codec, sendTimeoutMs: 1_000 });
  await expect(publisher.publish([contact(1)])).rejects.toMatchObject({ kind: 'retryable', code: 'kafka_unavailable' });
  kafka = stack.kafka;
  expect(await publisher.publish([contact(1)])).toHaveLength(1);
  await publisher.stop();
  silent.close();
});
