import { checkpointId } from '@fundlens/read-models/checkpoint';
import { describe, expect, it } from 'vitest';
import type { CheckpointStore } from '../checkpoint-store.ts';

const RACERS = 20;

/** What every checkpoint store must do: that of generation 1. */
export function checkpointStoreConformance(name: string, store: CheckpointStore): void {
  const stored = async (topic: string) => (await store.load([topic])).toSorted((a, b) => (a._id < b._id ? -1 : 1));
  const at = (topic: string, partition: number, topicPartition: { nextOffset: number; asOf: number }) => ({
    topic,
    partition,
    checkpoint: null,
    ...topicPartition,
  });

  const end = (topic: string, partition: number, nextOffset: number) => ({
    ...{ topic, partition, nextOffset },
    checkpoint: null,
  });

  describe(name, () => {
    it('has nothing of a topic of which nothing was taken', async () => {
      expect(await store.load(['untouched'])).toEqual([]);
      await store.advance([]);
    });

    it('keeps one checkpoint for each partition, and loads those of the topics asked for', async () => {
      await store.advance([at('kept', 0, { nextOffset: 3, asOf: 30 }), at('kept', 1, { nextOffset: 5, asOf: 50 })]);
      await store.advance([at('other', 0, { nextOffset: 9, asOf: 90 })]);
      const kept = { generation: 1, topic: 'kept' };
      const expected = [
        { ...kept, partition: 0, nextOffset: 3, asOf: 30 },
        { ...kept, partition: 1, nextOffset: 5, asOf: 50 },
      ];
      expect(await stored('kept')).toEqual(expected.map((found) => ({ _id: checkpointId(found), ...found })));
      expect(await store.load(['kept', 'other'])).toHaveLength(3);
    });

    it('moves each part forward only, so that a late writer moves nothing back', async () => {
      await store.advance([at('late', 0, { nextOffset: 10, asOf: 100 })]);
      await store.advance([at('late', 0, { nextOffset: 4, asOf: 40 })]);
      await store.advance([at('late', 0, { nextOffset: 10, asOf: 120 })]);
      await store.advance([at('late', 0, { nextOffset: 12, asOf: 110 })]);
      expect((await stored('late')).map(({ nextOffset, asOf }) => [nextOffset, asOf])).toEqual([[12, 120]]);
    });

    it('goes on from a time that has not come only at the end of the log, and then goes back to what is true', async () => {
      const [true_, ahead] = [Date.now(), Date.now() + 3_600_000];
      await store.advance([at('ahead', 0, { nextOffset: 10, asOf: ahead })]);
      await store.advance([at('ahead', 0, { nextOffset: 11, asOf: true_ })]);
      expect((await stored('ahead')).map(({ asOf }) => asOf)).toEqual([ahead]);
      await store.affirm([{ ...end('ahead', 0, 11), checkpoint: 11 }], true_);
      await store.affirm([{ ...end('ahead', 0, 9), checkpoint: 9 }], true_ - 60_000);
      await store.affirm([end('ahead', 1, 3)], true_);
      expect(await stored('ahead')).toMatchObject([
        { partition: 0, nextOffset: 11, asOf: true_ },
        { partition: 1, nextOffset: 3, asOf: true_ },
      ]);
    });

    it('says when the log ended there, but not of what was merely applied', async () => {
      const now = Date.now();
      const ends = async () => (await stored('end')).map(({ nextOffset, endAsOf }) => [nextOffset, endAsOf]);
      await store.advance([at('end', 0, { nextOffset: 10, asOf: now })]);
      expect(await ends()).toEqual([[10, undefined]]);
      await store.affirm([{ ...end('end', 0, 10), checkpoint: 10 }], now);
      await store.affirm([{ ...end('end', 0, 9), checkpoint: 9 }], now - 1);
      await store.advance([at('end', 0, { nextOffset: 12, asOf: now + 5 })]);
      expect(await ends()).toEqual([[12, now]]);
    });

    it('affirms nothing of a checkpoint that went back or away, as in a database restored from a backup', async () => {
      await store.advance([at('restored', 0, { nextOffset: 10, asOf: 100 })]);
      for (const [checkpoint, nextOffset] of [
        [29, 30],
        [30, 30],
      ] as const) {
        const ends = [0, 1].map((partition) => ({ ...end('restored', partition, nextOffset), checkpoint }));
        await expect(store.affirm(ends, 300)).rejects.toMatchObject({ kind: 'retryable', code: 'checkpoint_gap' });
      }
      const found = async () => (await stored('restored')).map(({ nextOffset, asOf }) => [nextOffset, asOf]);
      expect(await found()).toEqual([[10, 100]]);
      await store.affirm([{ ...end('restored', 0, 12), checkpoint: 10 }], 200);
      expect(await found()).toEqual([[12, 200]]);
    });

    it('moves nothing over what a database restored from a backup lacks, and says so', async () => {
      await store.advance([at('lacking', 0, { nextOffset: 10, asOf: 100 })]);
      const built = (partition: number, checkpoint: number) => ({
        ...at('lacking', partition, { nextOffset: 30, asOf: 300 }),
        checkpoint,
      });
      await expect(store.advance([built(0, 29)])).rejects.toMatchObject({ kind: 'retryable', code: 'checkpoint_gap' });
      await expect(store.advance([built(1, 29)])).rejects.toMatchObject({ code: 'checkpoint_gap' });
      expect((await stored('lacking')).map(({ nextOffset }) => nextOffset)).toEqual([10]);
      await store.advance([built(0, 10)]);
      await store.advance([built(0, 10)]);
      expect((await stored('lacking')).map(({ nextOffset }) => nextOffset)).toEqual([30]);
    });

    it('ends at the furthest of many that come at the same time, the first ones too', async () => {
      const order = Array.from({ length: RACERS }, (_, n) => ((n * 7) % RACERS) + 1);
      await Promise.all(order.map((n) => store.advance([at('race', 0, { nextOffset: n, asOf: n })])));
      expect((await stored('race')).map(({ nextOffset }) => nextOffset)).toEqual([RACERS]);
    });
  });
}
