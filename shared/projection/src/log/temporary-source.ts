import { KafkaSource, type KafkaSourceOptions } from './kafka-source.ts';
import type { Source } from './source.ts';

type TemporarySourceOptions = Omit<KafkaSourceOptions, 'onError'> & {
  readonly removeGroup: (groupId: string) => Promise<void>;
};

/** A source with a group of its own, which is removed when the source stops. */
export function createTemporarySource(options: TemporarySourceOptions): Source {
  return new TemporarySource(options);
}

class TemporarySource extends KafkaSource {
  readonly #removeGroup: () => Promise<void>;

  constructor({ removeGroup, ...options }: TemporarySourceOptions) {
    // The reader's time limit ends a reading whose error does not pass by itself.
    super({ ...options, onError: () => undefined });
    this.#removeGroup = () => removeGroup(options.groupId);
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.#removeGroup();
  }
}
