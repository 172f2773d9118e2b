import type { Stream } from '@fundlens/read-models/definition';

/** The consumer groups of the projectors, each with its streams. Every stream belongs to one group. */
export const consumerGroups = {
  /** Which credentials may read what. Never waits behind a bulk import. */
  access: ['access'],
  /** Everything else, and the dashboards. */
  changes: ['crm', 'funding'],
} as const satisfies Record<string, readonly Stream[]>;

export type ConsumerGroup = keyof typeof consumerGroups;

export function isConsumerGroup(name: string): name is ConsumerGroup {
  return Object.hasOwn(consumerGroups, name);
}

export function streamsOf(groups: readonly ConsumerGroup[]): Stream[] {
  return groups.flatMap((group): readonly Stream[] => consumerGroups[group]);
}
