import { type DeadLetter, deadLetterId } from '@fundlens/read-models/dead-letter';
import { describe, expect, it } from 'vitest';
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
export function deadLetterStoreConformance(name: string, bench: DeadLetterBench): void {
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
      attempts: 1,
      lastAttemptAt: 100,
      ...changes,
    };
  }

  describe(name, () => {
    it('keeps a dead letter as it is given, open in this generation beside others', async () => {
      await bench.store.store([]);
      const other = bench.generation + 1;
      const blocking = deadLetter(2, { stream: 'access', blocks: 'company:company-1' });
      await bench.store.store([deadLetter(1), blocking, deadLetter(3, { status: 'replayed', generations: [other] })]);
      const open = { generations: [bench.generation] };
      expect(await bench.find(deadLetter(1)._id)).toEqual({ ...deadLetter(1), ...open });
      expect(await bench.find(blocking._id)).toEqual({ ...blocking, ...open });
      const again = { status: 'open', generations: [other, bench.generation] };
      expect(await bench.find(deadLetter(3)._id)).toMatchObject(again);
      expect(await bench.store.discarded({ topic: 'crm', partition: 0 }, 1, 3)).toEqual(new Set());
    });

    it('only counts one that is met again: what it said first and that it is discarded stay', async () => {
      await bench.store.store([deadLetter(10, { status: 'discarded' })]);
      await bench.store.store([deadLetter(10, { reason: 'other', rule: 'other', receivedAt: 8, lastAttemptAt: 300 })]);
      await bench.store.store([deadLetter(10, { lastAttemptAt: 200 })]);
      const expected = deadLetter(10, { status: 'discarded', attempts: 3, lastAttemptAt: 300 });
      expect(await bench.find(expected._id)).toEqual(expected);
      const discarded = (partition: number, from: number) =>
        bench.store.discarded({ topic: 'crm', partition }, from, 12);
      expect(await discarded(0, 9)).toEqual(new Set([10]));
      expect([await discarded(1, 9), await discarded(0, 11)]).toEqual([new Set(), new Set()]);
    });

    it('keeps one dead letter of many that are stored at the same time', async () => {
      const same = Array.from({ length: RACERS }, () => bench.store.store([deadLetter(20), deadLetter(21)]));
      await Promise.all(same);
      const found = await Promise.all([20, 21].map((offset) => bench.find(deadLetter(offset)._id)));
      expect(found.map((stored) => stored?.attempts)).toEqual([RACERS, RACERS]);
    });
  });
}
