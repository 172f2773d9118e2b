import type { LogBounds, TopicPartition } from './source.ts';

/** Records that cannot be read yet: the transaction of the first of them is open. */
export function undecidedIn({ stable, end }: LogBounds): number {
  return end - stable;
}

export function undecidedText({ topic, partition }: TopicPartition, records: number): string {
  const waiting = records === 1 ? '1 record waits' : `${records} records wait`;
  return `${topic}:${partition}: ${waiting} for the end of a transaction`;
}
