import { describe, expect, test } from 'vitest';
import { createCodec } from './codec.ts';
import { createStrictPublisher } from './strict-publisher.ts';
import type { Publishable } from './publisher.ts';
import { sampleEvent } from './sample-events.ts';
import { memoryRegistry } from './testing/memory-registry.ts';
import { topicNames } from './topic-names.ts';

const codec = createCodec({ registry: memoryRegistry(), topics: topicNames(), clock: () => 0 });

function strict() {
  const sent: Publishable[] = [];
  const publisher = createStrictPublisher(
    {
      start: async () => {},
      stop: async () => {},
      publish: async (events) => {
        sent.push(...events);
        return events.map((_, index) => ({ topic: 't', partition: 0, offset: String(index) }));
      },
    },
    { codec, clock: () => sampleEvent('ContactChanged').meta.occurredAt },
  );
  return { sent, publisher };
}

const contact = (changes: object = {}): Publishable => ({
  type: 'ContactChanged',
  event: { ...sampleEvent('ContactChanged'), ...changes },
});
const other = contact({ contactId: 'contact-2' });

test('a strict publisher publishes what is beyond doubt', async () => {
  const { sent, publisher } = strict();
  expect(await publisher.publish([contact(), other])).toHaveLength(2);
  expect(sent).toEqual([contact(), other]);
});

describe('a strict publisher sends nothing of a call with', () => {
  test.each([
    ['a number in a text', contact({ lastName: '078-05-1120' }), 'event 1: ContactChanged.lastName: holds a Social'],
    ['an id that reads as a number', contact({ contactId: '078-05-1120' }), 'event 1: contactId reads as'],
  ])('%s', async (_, bad, message) => {
    const { sent, publisher } = strict();
    const refusal = publisher.publish([other, bad]);
    await expect(refusal).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining(message) });
    await expect(refusal).rejects.not.toMatchObject({ message: expect.stringMatching(/078/) });
    expect(sent).toEqual([]);
  });
});
