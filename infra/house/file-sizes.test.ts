import { describe, expect, it } from 'vitest';
import { countLines, longestFiles, packageSizes } from './file-sizes.ts';

const files = [
  { path: 'shared/runtime/src/a.ts', text: 'a\n' },
  { path: 'services/query/src/b.ts', text: 'b\n\nb\n' },
  { path: 'services/query/src/c.ts', text: 'c\nc\n' },
];

describe('sizes', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\n\nb\n', 3],
  ])('of %j: %s lines', (text, lines) => {
    expect(countLines(text)).toBe(lines);
  });

  it('are summed by package, the largest first', () => {
    expect(packageSizes(files)).toEqual([
      { name: 'services/query', files: 2, lines: 5 },
      { name: 'shared/runtime', files: 1, lines: 1 },
    ]);
  });

  it('name the longest files', () => {
    expect(longestFiles(files, 2)).toEqual([
      { path: 'services/query/src/b.ts', lines: 3 },
      { path: 'services/query/src/c.ts', lines: 2 },
    ]);
  });
});
