import type { Checkpoint } from '@fundlens/read-models/checkpoint';
import { PARTITION_STATE_VALID_MS } from '@fundlens/read-models/partition-state';
import { expect, it } from 'vitest';
import { needsAttention, type PartitionState, partitionsOf, type Status } from './status.ts';

const NOW = 10_000_000;
const HOUR_MS = 3_600_000;
const at = { generation: 1, topic: 'crm', partition: 0 };
const CHECKPOINT: Checkpoint = { _id: '1:crm:0', ...at, nextOffset: 5, asOf: NOW - 1_000 };
const STATE: PartitionState = {
  topic: 'crm',
  partition: 0,
  status: 'running',
  reason: null,
  since: NOW - HOUR_MS,
  owner: 'host:1',
  seenAt: NOW - 1_000,
};
const waits = { status: 'paused', reason: 'registry_unavailable' } as const;

type Case = readonly [
  trouble: string | null,
  checkpoint: Partial<Checkpoint> | null,
  state: Partial<PartitionState> | null,
  held: readonly number[],
];

const CASES: readonly Case[] = [
  [null, {}, {}, []],
  ['never_read', null, {}, []],
  ['no_projector', {}, null, []],
  ['no_projector', {}, { seenAt: NOW - PARTITION_STATE_VALID_MS - 1 }, []],
  ['log_replaced', { nextOffset: 9 }, {}, []],
  ['log_truncated', { nextOffset: 1 }, {}, []],
  ['time_ahead', { asOf: NOW + HOUR_MS }, {}, []],
  ['too_old', { asOf: NOW - HOUR_MS }, {}, []],
  ['stopped', {}, { status: 'stopped', reason: 'mostly_invalid', seenAt: 0 }, []],
  ['paused', {}, waits, []],
  [null, {}, { ...waits, since: NOW - 1_000 }, []],
  // What it waits for, rather than how old that has made it: one that has started anew has not waited for long.
  ['paused', { asOf: NOW - HOUR_MS }, { ...waits, since: NOW - 1_000 }, []],
  ['held_by_dead_letter', {}, waits, [5]],
  [null, {}, {}, [4]],
];

it.each(CASES)('a partition is in trouble as %s', (trouble, checkpoint, state, held) => {
  const bounds = new Map([[0, { first: 2, stable: 7, end: 8 }]]);
  const stored = {
    checkpoints: checkpoint === null ? [] : [{ ...CHECKPOINT, ...checkpoint }],
    states: state === null ? [] : [{ ...STATE, ...state }],
    held: held.map((offset) => ({ topic: 'crm', partition: 0, offset })),
  };
  const partitions = partitionsOf({ stream: 'crm', topic: 'crm', bounds }, stored, NOW);
  expect(partitions).toMatchObject([{ trouble, end: 8, undecided: 1 }]);
  const status = { partitions, blocking: 0 } as unknown as Status;
  expect(needsAttention(status)).toBe(trouble !== null && trouble !== 'never_read');
  expect(needsAttention({ ...status, blocking: 1 })).toBe(true);
});
