import { createKafkaSource, type KafkaSourceOptions } from './kafka-source.ts';
import type { Source } from './source.ts';

export type TemporarySourceOptions = Omit<KafkaSourceOptions, 'onError'> & {
  readonly removeGroup: (groupId: string) => Promise<void>;
};

/** A source with a group of its own, which is removed when the source stops. */
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
