import type { Stream } from '@fundlens/read-models/definition';

/** The consumer groups of the projectors, each with its streams. Every stream belongs to one group. */
export const consumerGroups = {
  /** Which credentials may read what. Never waits behind a bulk import. */
  access: ['access'],
  /** Everything else, and the dashboards. */
  changes: ['crm', 'funding'],
} as const satisfies Record<string, readonly Stream[]>;

/**
 * The most bytes that a fetch takes of one partition of the funding topic; less than the default. All states of one CRM
 * entity are in one partition, far apart: a fetch with much of few partitions brings most of them together. A report, a
 * result and a plan of one contact are in several partitions, close in time: a fetch with a little of all partitions does.
 */
const FUNDING_BYTES_PER_PARTITION = 1_400_000;

/** For `createKafkaSource`, by topic. */
export function maxBytesPerPartition(topics: Readonly<Record<Stream, string>>): ReadonlyMap<string, number> {
  return new Map([[topics.funding, FUNDING_BYTES_PER_PARTITION]]);
}

export type ConsumerGroup = keyof typeof consumerGroups;

export function isConsumerGroup(name: string): name is ConsumerGroup {
  return Object.hasOwn(consumerGroups, name);
}

export function streamsOf(groups: readonly ConsumerGroup[]): Stream[] {
  return groups.flatMap((group): readonly Stream[] => consumerGroups[group]);
}
