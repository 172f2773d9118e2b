import type { ReadModelDefinition, Stream } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';

/** The consumer groups of the projectors, each with the streams that it takes. Every stream belongs to one of them. */
export const consumerGroups = {
  /** Which credentials may read what. Never waits behind a bulk import. */
  access: ['access'],
  /** Everything else, and the work on what is made from it: dashboards and PDFs. */
  changes: ['crm', 'funding'],
} as const satisfies Record<string, readonly Stream[]>;

/**
 * What a fetch takes of one partition, where that is less than usual. States of one CRM entity are all in one partition,
 * far apart: few partitions at a time, each deep, bring most of them together. A report, a result and a plan of one contact
 * are in many partitions, close to each other in time: all partitions at a time, each for a short while, do.
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

/** The read models that these groups write, and those made from them. */
export function readModelsOf(groups: readonly ConsumerGroup[]): ReadModelDefinition[] {
  const streams = streamsOf(groups);
  const fed = readModels.filter((model) => model.streams.some((stream) => streams.includes(stream)));
  const names = new Set(fed.map(({ name }) => name));
  return readModels.filter(({ name, madeFrom }) => names.has(name) || (madeFrom !== undefined && names.has(madeFrom)));
}
