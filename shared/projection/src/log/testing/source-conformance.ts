import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type LogBounds,
  type TopicPartition,
  partitionKey,
  type Source,
  type SendHeartbeat,
  type SourceBatch,
} from '../source.ts';

/** A topic of two partitions and a group of its own. */
export type SourceBench = {
  readonly topic: string;
  /** A new member of the group, not started. */
  member(): Source;
  produce(partition: number, count: number): Promise<void>;
  /** The same in a transaction. @returns ends it, which takes one offset more, and no record. */
  begin(partition: number, count: number): Promise<(outcome: 'commit' | 'abort') => Promise<void>>;
  /** What the group has committed; null: nothing. */
  committed(partition: number): Promise<number | null>;
  bounds(partition: number): Promise<LogBounds | undefined>;
  close(): Promise<void>;
};

type Take = (batch: SourceBatch, sendHeartbeat: SendHeartbeat) => boolean | Promise<boolean>;

type Member = {
  readonly source: Source;
  assigned: readonly TopicPartition[];
  assignments: number;
  readonly offsets: Map<number, number[]>;
  readonly passed: Map<number, number>;
  take: Take;
};

const WAIT = { timeout: 25_000, interval: 20 };
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
const takeAll: Take = () => true;

/** What every source must do, whichever log is behind it: the projector's loop is built on this and nothing else. */
export function sourceConformance(name: string, open: () => Promise<SourceBench>): void {
  let bench: SourceBench;
  let members: Source[];

  beforeEach(async () => {
    bench = await open();
    members = [];
  });
  afterEach(async () => {
    await Promise.all(members.map((member) => member.stop()));
    await bench.close();
  });

  const topicPartition = (partition: number): TopicPartition => ({ topic: bench.topic, partition });
  const until = (condition: () => boolean) => vi.waitUntil(condition, WAIT);

  async function start(): Promise<Member> {
    const source = bench.member();
    members.push(source);
    const member: Member = {
      source,
      assigned: [],
      assignments: 0,
      offsets: new Map(),
      passed: new Map(),
      take: takeAll,
    };
    await source.start({
      onAssigned(topicPartitions) {
        member.assigned = topicPartitions;
        member.assignments += 1;
      },
      async onBatch(batch, sendHeartbeat) {
        const { partition, records, nextOffset } = batch;
        member.offsets.set(partition, [
          ...(member.offsets.get(partition) ?? []),
          ...records.map(({ offset }) => offset),
        ]);
        const isTaken = await member.take(batch, sendHeartbeat);
        if (isTaken) member.passed.set(partition, nextOffset);
        return isTaken;
      },
      onPassed: ({ partition }, nextOffset) => void member.passed.set(partition, nextOffset),
      steps: () => null,
      onDown: () => undefined,
    });
    return member;
  }

  async function startAlone(): Promise<Member> {
    const member = await start();
    await until(() => member.assigned.length === 2);
    return member;
  }

  describe(name, () => {
    it('delivers nothing until it is told from where, and then everything from exactly there', async () => {
      await bench.produce(0, 30);
      const member = await startAlone();
      expect(member.offsets.size).toBe(0);
      member.source.deliverFrom(topicPartition(0), 17);
      await until(() => member.offsets.get(0)?.at(-1) === 29);
      expect(member.offsets.get(0)).toEqual(range(17, 30));
      expect(member.offsets.has(1)).toBe(false);
    });

    it('joins the group anew when it is restarted, and goes on from where it is told', async () => {
      await bench.produce(0, 10);
      const member = await startAlone();
      member.source.restart();
      await until(() => member.assignments > 1 && member.assigned.length === 2);
      member.source.deliverFrom(topicPartition(0), 4);
      await until(() => member.offsets.get(0)?.at(-1) === 9);
      expect(member.offsets.get(0)).toEqual(range(4, 10));
    });

    it('keeps a held partition silent while the other goes on, and delivers again what was not taken', async () => {
      await bench.produce(0, 10);
      const member = await startAlone();
      member.take = ({ partition }) => partition === 1;
      for (const partition of [0, 1]) member.source.deliverFrom(topicPartition(partition), 0);
      await until(() => member.offsets.has(0));
      await bench.produce(1, 5);
      await until(() => member.passed.get(1) === 5);
      expect(member.offsets.get(0)).toEqual(range(0, 10));

      member.take = takeAll;
      member.offsets.clear();
      member.source.deliverFrom(topicPartition(0), 4);
      await until(() => member.passed.get(0) === 10);
      expect(member.offsets.get(0)).toEqual(range(4, 10));
    });

    it('passes over the end of a transaction, and knows where the log ends', async () => {
      const member = await startAlone();
      member.source.deliverFrom(topicPartition(0), 0);
      const end = await bench.begin(0, 3);
      await end('commit');
      await until(() => member.passed.get(0) === 4);
      expect(member.offsets.get(0)).toEqual([0, 1, 2]);
      expect(await bench.bounds(0)).toEqual({ first: 0, stable: 4, end: 4 });
      expect(await bench.bounds(1)).toEqual({ first: 0, stable: 0, end: 0 });
    });

    it('delivers nothing from an open transaction on, and knows how much that is', async () => {
      const member = await startAlone();
      member.source.deliverFrom(topicPartition(0), 0);
      await bench.produce(0, 2);
      const end = await bench.begin(0, 1);
      await bench.produce(0, 3);
      await until(() => member.passed.get(0) === 2);
      expect(await bench.bounds(0)).toEqual({ first: 0, stable: 2, end: 6 });
      expect(member.offsets.get(0)).toEqual([0, 1]);
      await end('abort');
      await until(() => member.passed.get(0) === 7);
      expect(await bench.bounds(0)).toEqual({ first: 0, stable: 7, end: 7 });
      expect(member.offsets.get(0)).toEqual([0, 1, 3, 4, 5]);
    });

    it('delivers no record of aborted transactions that were open at once, wherever it begins', async () => {
      const transactions = [];
      for (let n = 0; n < 4; n += 1) transactions.push(await bench.begin(0, 2));
      await bench.produce(0, 1);
      for (const [n, end] of transactions.reverse().entries()) await end(n === 1 ? 'commit' : 'abort');
      const member = await startAlone();
      for (let from = 0; from < 10; from += 1) {
        member.offsets.clear();
        member.passed.clear();
        member.source.deliverFrom(topicPartition(0), from);
        await until(() => member.passed.get(0) === 13);
        expect(member.offsets.get(0) ?? []).toEqual([4, 5, 8].filter((offset) => offset >= from));
      }
    });

    it('commits how far it was told that a partition is done, and nothing of what only was taken', async () => {
      await bench.produce(0, 10);
      await bench.produce(1, 10);
      const member = await startAlone();
      for (const partition of [0, 1]) member.source.deliverFrom(topicPartition(partition), 0);
      await until(() => member.passed.get(0) === 10 && member.passed.get(1) === 10);
      expect([await bench.committed(0), await bench.committed(1)]).toEqual([null, null]);
      member.source.commit(topicPartition(0), 7);
      member.source.commit(topicPartition(1), 3);
      member.source.commit(topicPartition(1), 10);
      await vi.waitFor(async () => expect([await bench.committed(0), await bench.committed(1)]).toEqual([7, 10]), WAIT);
    });

    it('shares the partitions with a second member, and takes them over when that one leaves', async () => {
      const first = await startAlone();
      const second = await start();
      await until(() => first.assigned.length === 1 && second.assigned.length === 1);
      expect([...first.assigned, ...second.assigned].map(partitionKey).sort()).toEqual(
        [0, 1].map(topicPartition).map(partitionKey),
      );
      await second.source.stop();
      await until(() => first.assigned.length === 2);
      await bench.produce(0, 3);
      await bench.produce(1, 3);
      for (const partition of [0, 1]) first.source.deliverFrom(topicPartition(partition), 0);
      await until(() => first.passed.get(0) === 3 && first.passed.get(1) === 3);
    });

    it('tells a batch in hand that the group has changed, and gives new partitions only when it has ended', async () => {
      await bench.produce(0, 3);
      const first = await startAlone();
      const before = first.assignments;
      let told = 0;
      let given = 0;
      first.take = async (_, sendHeartbeat) => {
        if (given > 0) return true;
        while (await sendHeartbeat()) await new Promise((resolve) => setTimeout(resolve, WAIT.interval));
        told += 1;
        given = first.assignments;
        return true;
      };
      first.source.deliverFrom(topicPartition(0), 0);
      await until(() => first.offsets.has(0));
      const second = await start();
      await until(() => second.assigned.length === 1 && first.assigned.length === 1);
      expect(told).toBe(1);
      expect(given).toBe(before);
    });
  });
}
