import type { Stream } from '../definition/event-definition.ts';
import { MAX_BATCH_BYTES } from '../definition/limits.ts';

export type TopicNames = Readonly<Record<Stream, string>>;

/** `crm.changes.v1` and its siblings; a prefix keeps test runs apart on one cluster. */
export function topicNames(prefix = ''): TopicNames {
  return {
    crm: `${prefix}crm.changes.v1`,
    funding: `${prefix}funding.changes.v1`,
    access: `${prefix}access.changes.v1`,
  };
}

/** The registry's subject of a record: TopicRecordNameStrategy. */
export function subjectOf(topic: string, recordFullName: string): string {
  return `${topic}-${recordFullName}`;
}

/** What topics are created with. */
export const TOPIC_SETTINGS = [
  { name: 'message.timestamp.type', value: 'LogAppendTime' },
  // The topics are the system of record: a rebuild reads them from the beginning.
  { name: 'retention.ms', value: '-1' },
  { name: 'retention.bytes', value: '-1' },
  { name: 'cleanup.policy', value: 'delete' },
  { name: 'max.message.bytes', value: String(MAX_BATCH_BYTES) },
] as const;

export const DEFAULT_PARTITIONS = 12;
