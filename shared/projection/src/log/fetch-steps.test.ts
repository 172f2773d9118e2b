import { beforeEach, expect, it } from 'vitest';
import { FetchSteps } from './fetch-steps.ts';

const MIB = 1024 * 1024;

let steps: FetchSteps;
beforeEach(() => {
  steps = new FetchSteps(new Set(['funding']), { maxWaitMs: 1 });
});

const asked = (topic: string, partition: number) => ({ topic, partition, fetchOffset: '0', maxBytes: 4 * MIB });
const [crm, first, second] = [asked('crm', 0), asked('funding', 0), asked('funding', 1)];
const chosen = () => steps.choose([crm, first, second]).map(({ topic, partition }) => `${topic}:${partition}`);

/** Fetched until `at`, of a log of so many records. */
function fetched(of: typeof crm, at: number, records: number): void {
  const messages = [{ offset: '9', timestamp: String(at) }];
  steps.answered(of, { messages, lastStableOffset: String(records) });
}

it('asks a little of all at first', () => {
  expect(steps.choose([crm, first, second])).toEqual([crm, first, second].map((one) => ({ ...one, maxBytes: MIB })));
});

it('lets those wait that are further than most, until the others are as far', () => {
  fetched(crm, 90, 100);
  fetched(first, 30, 100);
  fetched(second, 20, 100);
  expect([chosen(), steps.level()]).toEqual([['funding:0', 'funding:1'], 20]);
  fetched(first, 95, 100);
  fetched(second, 99, 100);
  expect([chosen(), steps.level()]).toEqual([['crm:0', 'funding:0'], 95]);
});

it('lets none wait for a partition that has no more', () => {
  fetched(crm, 90, 100);
  fetched(first, 30, 10);
  steps.answered(second, { messages: [], lastStableOffset: '100' });
  expect(steps.choose([crm, first, second])).toEqual([crm, first, second]);
  expect(steps.level()).toBe(Number.POSITIVE_INFINITY);
  fetched(second, 20, 100);
  expect([chosen(), steps.level()]).toEqual([['funding:0', 'funding:1'], 20]);
});

it('asks much of the partitions of other topics while those in step have no backlog', () => {
  fetched(first, 30, 10);
  fetched(second, 30, 10);
  expect(steps.choose([crm, first, second])).toEqual([crm, first, second]);
});

it('reads a partition again from the beginning where it is forgotten', () => {
  for (const one of [crm, first, second]) fetched(one, 50, 100);
  steps.forget(crm);
  expect(chosen()).toEqual(['crm:0', 'funding:0', 'funding:1']);
  fetched(first, 99, 100);
  expect(chosen()).toEqual(['crm:0', 'funding:1']);
  steps.clear();
  expect(steps.level()).toBe(Number.POSITIVE_INFINITY);
});
