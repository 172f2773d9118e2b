import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leavesAt, leavesOf, pathTree } from './report-tree.ts';

const NAMES = ['a', '_A', '@_b', 'b', '#text', '$', 'c'];
const PATHS = ['a', 'a.b', 'b', 'b.a.c', 'c'];

test('the leaves at a path are those that all leaves have there', () => {
  const node = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('x', '', 1, true, null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.constant([{ code: '1' }, { code: 'C' }]),
      fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(node, fc.subarray(PATHS), (report, paths) => {
      const wanted = [...leavesOf(report)].filter(([path]) => paths.includes(path));
      expect(new Map(leavesAt(report, pathTree(paths)))).toEqual(new Map(wanted));
    }),
    { ...propertySeed(), numRuns: 5_000 },
  );
});
