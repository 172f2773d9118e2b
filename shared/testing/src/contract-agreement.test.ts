import { emptied } from './deletions.ts';
import { arbitraryEvent } from './event-arbitraries.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCodec } from '@fundlens/contracts/wire/codec';
import { definitionOf, eventTypes } from '@fundlens/contracts/event-types';
import { memoryRegistry } from '@fundlens/contracts/testing/memory-registry';
import { topicNames } from '@fundlens/contracts/wire/topic-names';
import { checkEvent } from '@fundlens/contracts/validation';

const topics = topicNames();

describe.each(eventTypes)('%s', (type) => {
  const definition = definitionOf(type);

  test('can evolve: what is not an identity has a default', () => {
    const identities = new Set(['meta', ...definition.redaction.identityPaths]);
    const rigid = definition.avro.fields.filter((field) => field.default === undefined && !identities.has(field.name));
    expect(rigid).toEqual([]);
  });

  test('comes back from the wire as it was sent, whatever zod accepts', async () => {
    const codec = createCodec({ registry: memoryRegistry(), topics, clock: () => 0 });
    await fc.assert(
      fc.asyncProperty(arbitraryEvent(type), async (live) => {
        for (const { event } of [live, emptied(live)]) {
          expect(checkEvent(type, event)).toEqual({ event });
          const { topic, key, value } = await codec.encode(type, event);
          const decoded = await codec.decode({ topic, key: Buffer.from(key), value });
          expect(plain(decoded)).toEqual(plain({ type, event }));
        }
      }),
      { numRuns: 50 },
    );
  });
});

/** A report as text: its bytes are of one class when they are sent, and of another when they are read. */
function plain({ type, event }: { readonly type: string; readonly event: object }): object {
  const report = 'report' in event && event.report instanceof Uint8Array ? String(Buffer.from(event.report)) : null;
  return { type, event: { ...event, report } };
}
