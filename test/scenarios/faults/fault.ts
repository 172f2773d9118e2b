import { type Codec, createCodec } from '@fundlens/contracts/wire/codec';
import type { Stream } from '@fundlens/contracts/definition/event-definition';
import { operate } from '@fundlens/operator/testing/operator-fixture';
import type { Expected } from '../../invariants/published-record.ts';
import type { Stage } from '../stage.ts';
import type { Heal } from '../strike.ts';

export type RawRecord = {
  readonly key: string | null;
  readonly value: Buffer;
  readonly partition: number;
  /** What has to become of it. */
  readonly expected: Expected;
};

/** A stage, and what a fault needs beside it. */
export type FaultSite = Stage & {
  readonly codec: Codec;
  /** Publishes as one does who validates nothing. @returns the offset of the last record */
  append(stream: Stream, records: readonly RawRecord[]): Promise<number>;
  /** Runs `fundlens` with these arguments, in this process. @throws with what it wrote when it does not end with 0 */
  operate(...args: readonly string[]): Promise<string>;
};

export type Fault = {
  readonly name: string;
  /** Any of them has to fire; by default none: it heals so soon that no person is needed. */
  readonly alerts?: readonly string[];
  /** @returns ends it: what an orchestrator, a person or a runbook does. Nothing, where the fault ends by itself. */
  readonly inject: (site: FaultSite) => Promise<Heal | undefined>;
};

export function siteOf(stage: Stage): FaultSite {
  const { kafka, registry, topics, directEnvironment } = stage.system;
  return {
    ...stage,
    codec: createCodec({ registry, topics, clock: Date.now }),
    async append(stream, records) {
      const topic = topics[stream];
      const producer = kafka.producer({ allowAutoTopicCreation: false });
      await producer.connect();
      try {
        let offset = -1;
        for (const { key, value, partition, expected } of records) {
          const [stored] = await producer.send({ topic, acks: -1, messages: [{ key, value, partition }] });
          offset = Number(stored?.baseOffset);
          stage.expect([{ topic, partition, offset, appendedAt: 0, expected }]);
        }
        return offset;
      } finally {
        await producer.disconnect();
      }
    },
    async operate(...args) {
      const { status, output, errors } = await operate(args, { environment: directEnvironment });
      if (status !== 0) throw new Error(`fundlens ${args.join(' ')} ended with ${status}: ${errors.slice(-500)}`);
      return output;
    },
  };
}
