import { describe, expect, it } from 'vitest';
import { commentsOf, countUnnamedActors } from './comment-lines.ts';

describe('comments', () => {
  it('are found after code, in blocks, and not in the text of a URL', () => {
    const text = [
      'const a = 1; // one',
      '/** two',
      'three',
      ' */',
      "const url = 'http://nobody';",
      '/* four */',
      'b();',
    ];
    expect(commentsOf(text.join('\n'))).toEqual(['// one', '/** two', 'three', ' */', '', '/* four */', '']);
  });

  it('leave their actor unnamed line by line', () => {
    const text = [
      '// Nobody waits, and nobody asks.',
      '/**',
      ' * For whom it is',
      ' */',
      'const nobody = 1;',
      '// a body',
    ];
    expect(countUnnamedActors(text.join('\n'))).toBe(2);
  });
});
