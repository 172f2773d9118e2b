import { expect, it } from 'vitest';
import { walkFiles } from './house-report.ts';

it('counts the files of a walk and names those that do not exist', () => {
  const readme = '# A\n\n## A walk\n\n1. `a.ts` (first)\n2. `b.ts` (**second**)\n\n## Another\n\n1. `c.ts`\n';
  expect(walkFiles(readme, 'A walk', (path) => path === 'a.ts')).toEqual({
    heading: 'A walk',
    files: 2,
    missing: ['b.ts'],
  });
});
