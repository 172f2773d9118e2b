import { createCodec } from '@fundlens/contracts/wire/codec';
import { type AnyEvent, definitionOf } from '@fundlens/contracts/event-types';
import {
  firstDocuments,
  firstEventTypes,
  firstSchemaCodec,
  firstSchemaRecord,
  firstSchemaRecords,
  saidByFirstSchema,
  saidSince,
} from '@fundlens/contracts/testing/first-schemas';
import { memoryRegistry } from '@fundlens/contracts/testing/memory-registry';
import { topicNames } from '@fundlens/contracts/wire/topic-names';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { history } from '@fundlens/testing/history-arbitraries';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { referenceFold } from '../fold/testing/reference-fold.ts';
import type { TypedEvent } from './projection.ts';

/** Members of views that came later and are made of what the events said from the beginning. */
const MADE_OF_OLD_FIELDS: ReadonlySet<string> = new Set(['timeZone', 'postalAddress', 'figures', 'statedModel']);

const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);

const codec = firstSchemaCodec();
const newest = createCodec({ registry: memoryRegistry(), topics: topicNames(), clock: () => 0 });

function redacted({ type, event }: AnyEvent): TypedEvent {
  const { event: copy } = redactEvent(event, definitionOf(type).redaction, { customFieldKeepList: new Set() });
  return { type, event: copy } as TypedEvent;
}

/** Slots, index fields and the bytes of all views, by document. */
function documentsOf(events: readonly AnyEvent[]): Record<string, unknown> {
  const documents = [...referenceFold(events.map(redacted))].map(([key, { slots, fields, views }]) => [
    key,
    { slots, fields, views: [...views].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]) },
  ]);
  return Object.fromEntries(documents);
}

async function throughFirstSchemas(events: readonly AnyEvent[]): Promise<AnyEvent[]> {
  return await Promise.all(events.map((event) => codec.decode(firstSchemaRecord(event))));
}

/** Written by a publisher with today's schemas that says no more than one with the first. */
async function throughNewSchemas(events: readonly AnyEvent[]): Promise<AnyEvent[]> {
  return await Promise.all(
    events.map(async (event) => {
      const said = saidByFirstSchema(event);
      const { topic, key, value } = await newest.encode(said.type, said.event);
      return await newest.decode({ topic, key: Buffer.from(key), value });
    }),
  );
}

test('the recorded topics rebuild to documents that show what they showed then', async () => {
  const events = await Promise.all(firstSchemaRecords.map((record) => codec.decode(record)));
  const documents = referenceFold(events.map(redacted));
  for (const [key, views] of Object.entries(firstDocuments)) {
    for (const [name, before] of Object.entries(views)) {
      const text = Buffer.from(documents.get(key)?.views.get(name) ?? []).toString();
      expect(JSON.parse(text), `${key} ${name}`).toMatchObject(before);
      const since = saidSince(before, JSON.parse(text)).filter((path) => !MADE_OF_OLD_FIELDS.has(lastOf(path)));
      expect(since, `${key} ${name}`).toEqual([]);
    }
  }
  expect([...documents.keys()].sort()).toEqual(Object.keys(firstDocuments).sort());
});

test('any history of the first event types rebuilds to the same documents from first and newest schemas', async () => {
  const written = new Set<string>();
  await fc.assert(
    fc.asyncProperty(history, async (published) => {
      const events = published.filter(({ type }) => firstEventTypes.includes(type));
      for (const { type } of events) written.add(type);
      const [before, now] = [await throughFirstSchemas(events), await throughNewSchemas(events)];
      expect(documentsOf(before)).toEqual(documentsOf(now));
    }),
    { ...propertySeed(), numRuns: 25 },
  );
  expect([...written].sort()).toEqual([...firstEventTypes].sort());
});
