import type { Position } from '@fundlens/contracts/positions';
import type { TestSystem } from '../../harness/test-system.ts';

export type BareConsumer = {
  /** When it had the last of these events, by `performance.now`. */
  seenAt(positions: readonly Position[]): Promise<number>;
  stop(): Promise<void>;
};

/** Reads the topic of access with the library and the settings of the projector, and does nothing else. */
export async function startBareConsumer({ kafka, topics, database }: TestSystem): Promise<BareConsumer> {
  const seen = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  const consumer = kafka.consumer({ groupId: `${database}-bare`, maxWaitTimeInMs: 250 });
  await consumer.connect();
  await consumer.subscribe({ topics: [topics.access], fromBeginning: true });
  await consumer.run({
    async eachMessage({ partition, message }) {
      const position = `${partition}:${message.offset}`;
      const at = performance.now();
      seen.set(position, at);
      waiting.get(position)?.(at);
    },
  });
  return {
    async seenAt(positions) {
      const times = positions.map(({ partition, offset }) => {
        const position = `${partition}:${offset}`;
        return seen.get(position) ?? new Promise<number>((resolve) => waiting.set(position, resolve));
      });
      return Math.max(...(await Promise.all(times)));
    },
    stop: () => consumer.disconnect(),
  };
}
