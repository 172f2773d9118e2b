import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { ERASED } from '@fundlens/read-models/erasure';
import type { Slot } from '@fundlens/read-models/slot';
import { expect, it } from 'vitest';
import type { EntityState } from './entity-state.ts';
import { planScan, type ScanPlanOptions, type Since, spotsOf } from './scan-plan.ts';

/** Three partitions of 100 records; the log took each record at ten times its offset. The key lives in partition 1. */
const TOPICS = { crm: 'crm', funding: 'funding', access: 'access' };
const partitions = new Map([0, 1, 2].map((partition) => [partition, { first: 5, stable: 100, end: 100 }]));
const options: ScanPlanOptions = {
  topics: TOPICS,
  logs: { bounds: async () => ({ partitions }) },
  timeIndex: {
    offsetsAt: async (_, instant) => new Map([0, 1, 2].map((partition) => [partition, Math.ceil(instant / 10)])),
  },
  partitionOf: () => 1,
};
const entity = { entity: 'contact', scope: 'loc-1', ids: ['c-1'] };
const id = { kind: 'location-entity', locationId: 'loc-1', entityId: 'c-1' } as const;
const back: Since = { instant: 300, isAsked: false, everywhere: false };

function stateWith({ slot, deadLetters = [] }: { slot?: Partial<Slot>; deadLetters?: Partial<DeadLetter>[] } = {}) {
  const held: Slot = { epoch: 0, version: 1, occurredAt: 1, eventId: 'e', value: {}, ...slot };
  const slots = new Map(slot === undefined ? [] : [['contact', held] as const]);
  const of = { entity, topic: 'crm', partition: 1, offset: 40, status: 'open', eventId: 'e' };
  return {
    ...{ readAt: 0, topics: ['crm'], entities: [entity], erasures: [], withoutKey: 0, partitionStates: [] },
    documents: [{ model: 'contacts', id, key: 'loc-1:c-1', revision: 1, slots, views: [] }],
    deadLetters: deadLetters.map((changes) => ({ ...of, ...changes })),
    nextOffset: ({ partition }: { partition: number }) => (partition === 2 ? null : 90),
  } as unknown as EntityState;
}

async function plan(state: EntityState, since = back) {
  const ranges = await planScan(state, since, options);
  return ranges.map(({ floor, end, floorIs }) => `${floor}-${end} ${floorIs}`);
}

it('of an entity that is stored nowhere reads only what is not applied, in every partition', async () => {
  expect(await plan(stateWith())).toEqual(['90-100 applied', '90-100 applied', '5-100 beginning']);
});

it('reads the partition of the key back to where the log took what is shown', async () => {
  expect(await plan(stateWith({ slot: { at: 605 } }))).toEqual(['90-100 applied', '61-100 known', '5-100 beginning']);
  // What is shown may lie behind the checkpoint already; what is not applied is read in any case.
  expect((await plan(stateWith({ slot: { at: 950 } })))[1]).toBe('90-100 known');
});

it('reads back to the bound in time where no time is kept, and never before the beginning of the log', async () => {
  expect((await plan(stateWith({ slot: {} })))[1]).toBe('30-100 since');
  expect((await plan(stateWith({ slot: { ...ERASED, value: null, at: 605 } })))[1]).toBe('30-100 since');
  expect((await plan(stateWith({ slot: {} }), { ...back, instant: 0 }))[1]).toBe('5-100 beginning');
});

it('takes the offset of a dead letter, also for what its replay wrote', async () => {
  expect((await plan(stateWith({ deadLetters: [{ offset: 44 }, { offset: 40 }] })))[1]).toBe('40-100 known');
  const replayed = { slot: { at: 5_000, late: true as const }, deadLetters: [{ status: 'replayed' as const }] };
  expect((await plan(stateWith(replayed)))[1]).toBe('40-100 known');
  expect((await plan(stateWith({ slot: { at: 5_000, late: true } })))[1]).toBe('30-100 since');
});

it('reads back to a time that is asked for, and in all partitions when that is asked for', async () => {
  const asked = { ...back, isAsked: true };
  expect(await plan(stateWith({ slot: { at: 605 } }), asked)).toEqual([
    '90-100 applied',
    '30-100 since',
    '5-100 beginning',
  ]);
  const everywhere = await plan(stateWith({ slot: { at: 605 } }), { ...asked, everywhere: true });
  expect(everywhere).toEqual(['30-100 since', '30-100 since', '5-100 beginning']);
});

it('looks where a dead letter is, and in every partition at the time of what is missing, but nowhere twice', async () => {
  const state = stateWith({ deadLetters: [{ offset: 40 }, { offset: 3 }, { partition: 0, offset: 95 }] });
  const scanned = [{ topic: 'crm', partition: 0, from: 90, end: 100, bound: 'applied' as const }];
  const spots = await spotsOf(
    state,
    {
      scanned,
      missing: [
        { topic: 'crm', at: 600 },
        { topic: 'crm', at: null },
      ],
    },
    options,
  );
  expect(spots.map(({ topicPartition, from, to }) => `${topicPartition.partition}: ${from}-${to}`)).toEqual([
    '1: 40-41',
    '0: 60-61',
    '1: 60-61',
    '2: 60-61',
  ]);
});
