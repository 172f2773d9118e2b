import { type DeadLetter, deadLetterId } from '@fundlens/read-models/dead-letter';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeadLetterStore } from '../dead-letter-store.ts';

export type DeadLetterBench = {
  /** Of one generation. */
  readonly store: DeadLetterStore;
  readonly generation: number;
  /** As it is stored. */
  find(id: string): Promise<DeadLetter | null>;
};

const RACERS = 10;

/** What every store of dead letters must do. */
export function deadLetterStoreConformance(name: string, open: () => Promise<DeadLetterBench>): void {
  let bench: DeadLetterBench;
  beforeAll(async () => {
    bench = await open();
  });

  function deadLetter(offset: number, changes: Partial<DeadLetter> = {}): DeadLetter {
    const topicPartition = { topic: 'crm', partition: 0, offset };
    return {
      _id: deadLetterId(topicPartition),
      stream: 'crm',
      ...topicPartition,
      keyHash: null,
      reason: 'undecodable',
      rule: 'The value is not in the Confluent wire format.',
      field: null,
      eventType: null,
      entity: null,
      payload: null,
      occurredAt: null,
      receivedAt: 7,
      status: 'open',
      generations: [],
      replayedIn: [],
      attempts: 1,
      lastAttemptAt: 100,
      ...changes,
    };
  }

  describe(name, () => {
    it('keeps a dead letter as it is given, and knows its status', async () => {
      await bench.store.store([]);
      const blocking = deadLetter(2, { stream: 'access', blocks: 'company:company-1' });
      await bench.store.store([deadLetter(1), blocking]);
      const open = { generations: [bench.generation] };
      expect(await bench.find(deadLetter(1)._id)).toEqual({ ...deadLetter(1), ...open });
      expect(await bench.find(blocking._id)).toEqual({ ...blocking, ...open });
      expect(await bench.store.statusOf(deadLetter(1)._id)).toBe('open');
      expect(await bench.store.statusOf('crm:0:999')).toBeNull();
    });

    it('only counts one that is met again: what it said first and its status stay', async () => {
      await bench.store.store([deadLetter(10, { status: 'discarded' })]);
      await bench.store.store([deadLetter(10, { reason: 'other', rule: 'other', receivedAt: 8, lastAttemptAt: 300 })]);
      await bench.store.store([deadLetter(10, { lastAttemptAt: 200 })]);
      const expected = deadLetter(10, { status: 'discarded', attempts: 3, lastAttemptAt: 300 });
      expect(await bench.find(expected._id)).toEqual(expected);
      expect(await bench.store.statusOf(expected._id)).toBe('discarded');
    });

    it('is open in this generation too, unless it was replayed here', async () => {
      const other = bench.generation + 1;
      await bench.store.store([
        deadLetter(30, { status: 'replayed', replayedIn: [other] }),
        deadLetter(31, { generations: [other], replayedIn: [bench.generation] }),
      ]);
      expect(await bench.find(deadLetter(30)._id)).toMatchObject({ status: 'open', generations: [bench.generation] });
      expect(await bench.store.statusOf(deadLetter(30)._id)).toBe('open');
      expect(await bench.find(deadLetter(31)._id)).toMatchObject({ generations: [other] });
      expect(await bench.store.statusOf(deadLetter(31)._id)).toBe('replayed');
    });

    it('keeps one dead letter of many that are stored at the same time', async () => {
      const same = Array.from({ length: RACERS }, () => bench.store.store([deadLetter(20), deadLetter(21)]));
      await Promise.all(same);
      const found = await Promise.all([20, 21].map((offset) => bench.find(deadLetter(offset)._id)));
      expect(found.map((stored) => stored?.attempts)).toEqual([RACERS, RACERS]);
    });
  });
}
