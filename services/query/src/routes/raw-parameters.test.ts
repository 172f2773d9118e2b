import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../api-error.ts';
import { decodeSegment, type Issues, parseQuery } from './raw-parameters.ts';

const known = new Set(['limit', 'tag', 'locationId']);

function refusal(read: (issues: Issues) => unknown): string {
  const issues: Issues = [];
  try {
    read(issues);
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.message}`;
    throw error;
  }
  return issues.map(({ parameter, rule, message }) => `${parameter} ${rule}: ${message}`).join(' ') || 'accepted';
}

describe('parseQuery', () => {
  it('reads what URLSearchParams writes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed()),
        (value) => {
          const query = new URLSearchParams({ tag: value, limit: '5' }).toString();
          expect([...parseQuery(query, known, [])]).toEqual([
            ['tag', value],
            ['limit', '5'],
          ]);
        },
      ),
    );
  });

  it('takes a name without value as empty and passes over empty pieces', () => {
    expect([...parseQuery('&tag&&', known, [])]).toEqual([['tag', '']]);
    expect([...parseQuery('', known, [])]).toEqual([]);
  });

  it('names an unknown parameter that looks like a name, and no other', () => {
    expect(refusal((issues) => parseQuery('limits=5', known, issues))).toBe(
      'limits unknown: The parameter limits is not known here. Known are: limit, tag, locationId.',
    );
    for (const query of ['ada%40example.com=1', '123-45-6789', '__proto__=1', '%FF=1', '=1', 'constructor1=2']) {
      expect(refusal((issues) => parseQuery(query, known, issues))).toBe(
        'null unknown: A parameter of the query is not known here. Known are: limit, tag, locationId.',
      );
    }
  });
});

describe('decodeSegment', () => {
  it('keeps an encoded slash inside the id', () => {
    expect(decodeSegment('contactId', 'a%2Fb', [])).toBe('a/b');
  });

  it('does not read a plus as a space', () => {
    expect(decodeSegment('contactId', 'a+b', [])).toBe('a+b');
  });
});
