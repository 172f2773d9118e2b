import { createKafkaSource, type KafkaSourceOptions } from './kafka-source.ts';
import type { Source } from './source.ts';

export type TemporarySourceOptions = Omit<KafkaSourceOptions, 'onError'> & {
  readonly removeGroup: (groupId: string) => Promise<void>;
};

/** Of a group that nobody shares, and that leaves nothing behind. */
export function createTemporarySource({ removeGroup, ...options }: TemporarySourceOptions): Source {
  // What does not pass by itself ends the reading after its time limit.
  const source = createKafkaSource({ ...options, onError: () => undefined });
  return {
    ...source,
    async stop() {
      await source.stop();
      await removeGroup(options.groupId);
    },
  };
}
