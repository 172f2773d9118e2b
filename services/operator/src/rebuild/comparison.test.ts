import { ERASED } from '@fundlens/read-models/erasure';
import { makeSlot } from '@fundlens/read-models/slot';
import { expect, it } from 'vitest';
import type { DocumentContent } from '@fundlens/read-models/document';
import { type ComparisonPorts, type ComparisonScope, compareVersions, type LeftOutStatus } from './comparison.ts';
import type { RebuiltModel } from '@fundlens/read-models/rebuild-run';

const model: RebuiltModel = { name: 'contacts', from: 1, to: 2 };

/** A document that says which version of its one entity it shows. */
function document(version: number, body = `v${version}`): DocumentContent {
  const slot = makeSlot({ epoch: 0, version, occurredAt: 0, eventId: 'e' }, version);
  return { slots: new Map([['contact', slot]]), fields: {}, views: new Map([['contact', Buffer.from(body)]]) };
}

type Side = Record<string, DocumentContent>;
type World = {
  from: Side;
  to: Side;
  /** What happens while the new version, or the one that is read, takes what the logs hold. */
  rebuiltPasses?: (world: World) => void;
  readPasses?: (world: World) => boolean;
  scope?: ComparisonScope;
  kept?: boolean;
  /** The dead letter that says what the new version has of each document. */
  deadLetters?: Record<string, LeftOutStatus>;
};

async function compared(world: World) {
  const carried: string[] = [];
  const times: (number | undefined)[] = [];
  const ports: ComparisonPorts = {
    async *scan() {
      const keys = new Set([...Object.keys(world.from), ...Object.keys(world.to)]);
      for (const key of [...keys].sort()) yield { key, from: world.from[key] ?? null, to: world.to[key] ?? null };
    },
    async read(_name, version, keys) {
      const side = version === model.from ? world.from : world.to;
      return new Map(keys.flatMap((key) => (side[key] === undefined ? [] : [[key, side[key]]])));
    },
    rebuiltPasses: async () => world.rebuiltPasses?.(world),
    readPasses: async () => world.readPasses?.(world) ?? true,
    scope: async () => world.scope ?? 'everything',
    deadLetters: async () => ({ statusOf: ({ key }) => world.deadLetters?.[key] ?? null }),
    isKept: () => world.kept ?? false,
    carry: async (_model, key) => void carried.push(key),
    carryTimes: async (_model, _key, slots) => void times.push(...[...slots.values()].map(({ at }) => at)),
  };
  const { documents, different, ahead, carried: count, settling, examples } = await compareVersions([model], ports);
  const what = examples.map((example) => example.what);
  return { counts: [documents, different, ahead, count], settling, what, carried, times };
}

it('finds equal documents equal, and those that differ in a view alone different', async () => {
  expect(await compared({ from: { a: document(1) }, to: { a: document(1) } })).toMatchObject({ counts: [1, 0, 0, 0] });
  const other = { from: { a: document(1) }, to: { a: document(1, 'other') } };
  expect(await compared(other)).toMatchObject({ counts: [1, 1, 0, 0], what: ['view contact differs'] });
  expect(await compared({ ...other, scope: 'slots' })).toMatchObject({ counts: [1, 0, 0, 0] });
});

it('takes over the times of states that were written late, because clients have passed the earlier ones', async () => {
  const at = (time: number): DocumentContent => {
    const { slots, ...others } = document(1);
    return { ...others, slots: new Map([...slots].map(([name, slot]) => [name, { ...slot, at: time }])) };
  };
  expect(await compared({ from: { a: at(9) }, to: { a: at(5) } })).toMatchObject({ counts: [1, 0, 0, 0], times: [9] });
  expect(await compared({ from: { a: at(5) }, to: { a: at(9) } })).toMatchObject({ counts: [1, 0, 0, 0], times: [] });
  expect(await compared({ from: { a: at(9) }, to: { a: at(5) }, scope: 'versions' })).toMatchObject({ times: [] });
});

it('does not compare values that are made otherwise, and still misses no version', async () => {
  const other = (from: DocumentContent): DocumentContent => ({
    ...from,
    slots: new Map([...from.slots].map(([name, slot]) => [name, { ...slot, value: 'otherwise' }])),
  });
  const world: World = { from: { a: document(1) }, to: { a: other(document(1)) }, kept: true };
  const turned: World = { from: world.to, to: world.from, kept: true };
  const counts = [await compared(world), await compared(turned)].map((found) => found.counts);
  // By its hash one of them is the later one: of a compacted log it would be carried over.
  expect(counts.map(([, different, , carried]) => Number(different) + Number(carried))).toEqual([1, 1]);
  for (const each of [world, turned]) {
    expect(await compared({ ...each, scope: 'versions' })).toMatchObject({ counts: [1, 0, 0, 0], carried: [] });
  }
  const lost: World = { from: { a: document(2) }, to: { a: other(document(1)) }, scope: 'versions' };
  expect(await compared(lost)).toMatchObject({ counts: [1, 1, 0, 0], what: ['slot contact is not in the log'] });
});

it('finds what the version that is read lacks, unless the projectors have not come so far', async () => {
  const world: World = { from: {}, to: { a: document(1) } };
  const what = ['slot contact is not in the version read'];
  expect(await compared(world)).toMatchObject({ counts: [1, 1, 0, 0], what });
  const behind = { ...world, readPasses: () => false };
  expect(await compared(behind)).toMatchObject({ counts: [1, 0, 1, 0], what: [] });
  const late: World = {
    ...world,
    readPasses(at) {
      at.from.a = document(1);
      return true;
    },
  };
  expect(await compared(late)).toMatchObject({ counts: [1, 0, 0, 0] });
});

it('takes an erased slot that was never applied for nothing', async () => {
  const slots = new Map([['contact', makeSlot(ERASED, null)]]);
  const erased: DocumentContent = { slots, fields: {}, views: new Map() };
  expect(await compared({ from: {}, to: { a: erased } })).toMatchObject({ counts: [1, 0, 0, 0], settling: 0 });
  expect(await compared({ from: { a: document(1) }, to: { a: erased } })).toMatchObject({ counts: [1, 1, 0, 0] });
});
