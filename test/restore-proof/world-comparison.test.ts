import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { makeSlot } from '@fundlens/read-models/slot';
import { expect, it } from 'vitest';
import type { StoredState } from '../invariants/stored-state.ts';
import { compareWorlds } from './world-comparison.ts';

const version = { epoch: 0, version: 1, occurredAt: 1, eventId: 'event-1' };
const document = (name: string) => ({
  slots: new Map([['contact', makeSlot(version, { name })]]),
  fields: {},
  views: new Map(),
  revision: 1,
});
const letter = (_id: string, status = 'open') =>
  ({ _id, status, reason: 'invalid', entity: null, keyHash: null }) as unknown as DeadLetter;
const sums = (text: string) => ({
  timeZone: 'UTC',
  firstDay: 1,
  sums: Buffer.from(text),
  stageSums: Buffer.from(''),
});

function world(parts: Partial<StoredState> = {}): StoredState {
  return {
    documents: new Map([['contacts/a', document('Ada')]]),
    checkpoints: [],
    deadLetters: [letter('topic:0:1')],
    windows: new Map([['loc-1', sums('one')]]),
    ...parts,
  };
}

const EQUAL = { lost: [], doubled: [], different: [] };

it('finds equal worlds equal, whatever their revisions and the order of their parts', () => {
  const other = world({ documents: new Map([['contacts/a', { ...document('Ada'), revision: 7 }]]) });
  expect(compareWorlds(world(), other)).toEqual(EQUAL);
});

it('names what the restored world lacks, and what it has more', () => {
  const empty = world({ documents: new Map(), deadLetters: [], windows: new Map() });
  const names = ['contacts/a', 'dead letter topic:0:1', 'dashboard loc-1'];
  expect(compareWorlds(world(), empty)).toEqual({ ...EQUAL, lost: names });
  expect(compareWorlds(empty, world())).toEqual({ ...EQUAL, doubled: names });
});

it('names what both have with other content, and shows none of it', () => {
  const other = world({
    documents: new Map([['contacts/a', document('Grace')]]),
    deadLetters: [letter('topic:0:1', 'discarded')],
    windows: new Map([['loc-1', sums('two')]]),
  });
  const { lost, doubled, different } = compareWorlds(world(), other);
  expect([lost, doubled]).toEqual([[], []]);
  expect(different).toMatchObject([
    'contacts/a: slot contact differs',
    expect.stringContaining('dead letter topic:0:1: '),
    'dashboard loc-1: sums differ',
  ]);
  expect(different.join()).not.toMatch(/Grace|Ada/);
});
