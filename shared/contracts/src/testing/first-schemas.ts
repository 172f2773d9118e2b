import { type Codec, createCodec } from '../codec.ts';
import type { EventType } from '../event-types.ts';
import { topicNames } from '../topics.ts';
import recorded from './first-schema-records.json' with { type: 'json' };
import { memoryRegistry } from './memory-registry.ts';

/** One Kafka record as a publisher with the first schema wrote it. */
export type FirstSchemaRecord = {
  readonly type: string;
  readonly topic: string;
  readonly key: Buffer;
  readonly value: Buffer;
  /** What it decoded to then; a report as text. */
  readonly event: object;
};

/**
 * Records of the twelve event types that there were at first, with the schemas that wrote them. Three funding plans are
 * among them: one changed twice, one that states nothing, and one that was deleted. The file is a recording: it stays as it
 * is when schemas grow.
 */
export const firstSchemaRecords: readonly FirstSchemaRecord[] = recorded.records.map(
  ({ type, topic, key, value, event }) => ({
    type,
    topic,
    key: Buffer.from(key),
    value: Buffer.from(value, 'base64'),
    event,
  }),
);

export const firstEventTypes = [...new Set(recorded.records.map(({ type }) => type))] as EventType[];

/** What `/contacts/contact-1/funding-plans` showed after these records. */
export const firstFundingPlans: object = recorded.fundingPlans;

/** Reads the records by today's contract; the registry has nothing but the first schemas. */
export function firstSchemaCodec(): Codec {
  const registry = memoryRegistry();
  for (const { id, schema } of recorded.schemas) registry.add(schema, id);
  return createCodec({ registry, topics: topicNames(), clock: () => 0 });
}
