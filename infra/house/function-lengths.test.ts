import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionLengths, readFunctionLengths } from './function-lengths.ts';

const RULE = 'lint/complexity/noExcessiveLinesPerFunction';

function issue(description: string, path: string, rule = RULE) {
  return { description, check_name: rule, location: { path, lines: { begin: 7 } } };
}

describe('lengths of functions', () => {
  it('are taken from the report, the longest first, without what other rules say', () => {
    const report = [
      issue('This function has too many lines (35). Maximum allowed is 30.', 'a.ts'),
      issue('Suppression comment has no effect.', 'b.ts', 'suppressions/unused'),
      issue('This function has too many lines (170). Maximum allowed is 30.', 'c.ts'),
    ];
    expect(functionLengths(JSON.stringify(report))).toEqual([
      { path: 'c.ts', line: 7, lines: 170 },
      { path: 'a.ts', line: 7, lines: 35 },
    ]);
  });

  it('are an error when Biome words its message in another way', () => {
    expect(() => functionLengths(JSON.stringify([issue('Too long.', 'a.ts')]))).toThrow('says no length: Too long.');
  });

  it('are in what Biome says of this repository', () => {
    expect(readFunctionLengths(join(import.meta.dirname, '../..'))).not.toEqual([]);
  });
});
