import { type LogBounds, partitionKey, type TopicPartition } from '@fundlens/projection/log/source';
import type { System } from './composition-root.ts';

/** A partition, and what the log has of it at a moment. */
export type LogPartition = TopicPartition & LogBounds;

export async function logPartitions({ topics, logs }: Pick<System, 'topics' | 'logs'>): Promise<LogPartition[]> {
  const found: LogPartition[] = [];
  for (const topic of Object.values(topics)) {
    const ofTopic = await logs.bounds(topic);
    found.push(...[...ofTopic].map(([partition, bounds]) => ({ topic, partition, ...bounds })));
  }
  return found;
}

/** How many of the records up to these ends a generation has. */
export async function filledTo({ generations }: System, number: number, ends: readonly LogPartition[]) {
  const reached = await generations.reached(number);
  let [applied, total] = [0, 0];
  for (const partition of ends) {
    applied += Math.min(reached.get(partitionKey(partition)) ?? partition.first, partition.end);
    total += partition.end;
  }
  return { applied, total };
}

const CATCH_UP_LOOK_MS = 500;
/** Running projectors catch up within this time; a comparison does not wait longer for one that is stopped. */
const CATCH_UP_LOOKS = 20;

/** Until the generations have all that the logs hold now; false when they do not come as far in time. */
export async function caughtUp(system: System, numbers: readonly number[]): Promise<boolean> {
  const ends = await logPartitions(system);
  for (let look = 0; look < CATCH_UP_LOOKS; look += 1) {
    const filled = await Promise.all(numbers.map((number) => filledTo(system, number, ends)));
    // Unchanged documents are told from changing ones by two looks that are some time apart.
    await system.sleep(CATCH_UP_LOOK_MS);
    if (filled.every(({ applied, total }) => applied >= total)) return true;
  }
  return false;
}
