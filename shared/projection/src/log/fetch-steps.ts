import type { FetchPlan } from '@fundlens/contracts/kafka/kafkajs-repairs';
import { partitionKey, type TopicPartition } from './source.ts';

type Asked = Parameters<FetchPlan['answered']>[0];
type Answer = Pick<Parameters<FetchPlan['answered']>[1], 'lastStableOffset'> & {
  readonly messages: readonly { readonly offset: string; readonly timestamp: string }[];
};

/** Of all partitions together, in one fetch of partitions that keep in step: half of what waits at once (see `Pump`). */
const BYTES_PER_STEP = 3 * 1024 * 1024;

/**
 * Events that change one document are in several partitions of some topics, close in time: while one of these has a backlog,
 * all partitions are read in step, a little of each, so that such events are folded together. Those that are further than
 * most wait for the others. Without such a backlog each fetch brings much of few partitions: all states of one entity are
 * in one partition, far apart.
 */
export class FetchSteps implements FetchPlan {
  readonly maxWaitMs: number;
  readonly #inStep: ReadonlySet<string>;
  /** Until when each partition was fetched, in epoch milliseconds of the log; infinite where that is all there is. */
  readonly #until = new Map<string, { readonly topic: string; readonly at: number }>();

  /** @param inStep the topics that are read in step */
  constructor(inStep: ReadonlySet<string>, { maxWaitMs }: Pick<FetchPlan, 'maxWaitMs'>) {
    this.#inStep = inStep;
    this.maxWaitMs = maxWaitMs;
  }

  choose(asked: readonly Asked[]): readonly Asked[] {
    const untils = asked.map((one) => ({
      one,
      at: this.#until.get(partitionKey(one))?.at ?? Number.NEGATIVE_INFINITY,
    }));
    const behind = untils.filter(({ at }) => at < Number.POSITIVE_INFINITY);
    if (!behind.some(({ one }) => this.#inStep.has(one.topic))) return asked;
    const median = behind.map(({ at }) => at).toSorted((a, b) => a - b)[Math.floor((behind.length - 1) / 2)] ?? 0;
    const limit = Math.ceil(BYTES_PER_STEP / behind.length);
    return untils.flatMap(({ one, at }) => {
      // What comes of those that had nothing is little, or a record that is larger than a step.
      if (at === Number.POSITIVE_INFINITY) return one;
      return at <= median ? { ...one, maxBytes: Math.min(limit, one.maxBytes) } : [];
    });
  }

  answered(asked: Asked, { messages, lastStableOffset }: Answer): void {
    const last = messages.at(-1);
    const isAll = last === undefined || Number(last.offset) + 1 >= Number(lastStableOffset);
    const at = isAll ? Number.POSITIVE_INFINITY : Number(last.timestamp);
    this.#until.set(partitionKey(asked), { topic: asked.topic, at });
  }

  /** It is fetched from elsewhere from now on, or not at all. */
  forget(topicPartition: TopicPartition): void {
    this.#until.delete(partitionKey(topicPartition));
  }

  clear(): void {
    this.#until.clear();
  }

  /** Until when all partitions that keep in step were fetched; infinite without a backlog. */
  level(): number {
    let level = Number.POSITIVE_INFINITY;
    for (const { topic, at } of this.#until.values()) if (this.#inStep.has(topic)) level = Math.min(level, at);
    return level;
  }
}
