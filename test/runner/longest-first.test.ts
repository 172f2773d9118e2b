import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { readDurations } from './durations.mjs';
import { LongestFirst } from './longest-first.ts';

const root = '/checkout';

function specification(file: string, groupOrder: number): TestSpecification {
  const project = { name: `group ${groupOrder}`, config: { isolate: true, sequence: { groupOrder } } };
  return { moduleId: `${root}/${file}`, project } as unknown as TestSpecification;
}

it('begins each group of projects with its long files, and keeps the usual order of the others', async () => {
  const [longer = '', long = ''] = Object.keys(readDurations());
  // Equal results of an earlier run, so that the usual order is the one given.
  const cache = { getTestSpecificationResult: () => ({ failed: false, duration: 1 }) };
  const sequencer = new LongestFirst({ config: { root }, cache } as unknown as Vitest);
  const given = [
    ['b.test.ts', 1],
    [longer, 1],
    ['c.test.ts', 0],
    [long, 0],
    ['a.test.ts', 0],
    [longer, 0],
  ] as const;
  const sorted = await sequencer.sort(given.map(([file, group]) => specification(file, group)));
  expect(sorted.map(({ moduleId, project }) => [moduleId.slice(root.length + 1), project.name])).toEqual([
    [longer, 'group 0'],
    [long, 'group 0'],
    ['c.test.ts', 'group 0'],
    ['a.test.ts', 'group 0'],
    [longer, 'group 1'],
    ['b.test.ts', 'group 1'],
  ]);
});

it('has figures of files that exist', () => {
  const missing = Object.keys(readDurations()).filter(
    (file) => !existsSync(fileURLToPath(new URL(`../../${file}`, import.meta.url))),
  );
  expect(missing).toEqual([]);
});
