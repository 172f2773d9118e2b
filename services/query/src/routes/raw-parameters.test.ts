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

  it('names a repeated parameter', () => {
    expect(refusal((issues) => parseQuery('tag=a&tag=a', known, issues))).toBe('tag repeated: tag must be given once.');
    expect(refusal((issues) => parseQuery('tag=a&t%61g=b', known, issues))).toBe(
      'tag repeated: tag must be given once.',
    );
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

  it.each(['tag=%E0%A4%A', 'tag=%', 'tag=%zz', 'tag=%FF', 'tag=\u00e4'])(
    'refuses what cannot be decoded: %s',
    (query) => {
      expect(refusal((issues) => parseQuery(query, known, issues))).toBe(
        'tag encoding: tag must be percent-encoded UTF-8.',
      );
    },
  );

  it('names everything that is wrong, and reads the rest', () => {
    const issues: Issues = [];
    expect([...parseQuery('tag=a&limits=5&tag=b&locationId=%FF&limit=7', known, issues)]).toEqual([
      ['tag', 'a'],
      ['limit', '7'],
    ]);
    expect(issues.map(({ parameter, rule }) => [parameter, rule])).toEqual([
      ['limits', 'unknown'],
      ['tag', 'repeated'],
      ['locationId', 'encoding'],
    ]);
  });

  it('refuses queries that are too long or have too many pieces', () => {
    expect(refusal((issues) => parseQuery(`tag=${'a'.repeat(7_000)}`, known, issues))).toMatch(
      /^400 The query is longer/,
    );
    expect(refusal((issues) => parseQuery('a&'.repeat(40), known, issues))).toMatch(/^400 The query has more than 32/);
  });

  it('never shows a value', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), (query) => {
        const value = `Secret${query}`;
        const shown = refusal((issues) =>
          parseQuery(`nope1=${encodeURIComponent(value.toWellFormed())}`, known, issues),
        );
        expect(shown).not.toContain('Secret');
      }),
    );
  });
});

describe('decodeSegment', () => {
  it('keeps an encoded slash inside the id', () => {
    expect(decodeSegment('contactId', 'a%2Fb', [])).toBe('a/b');
  });

  it('does not read a plus as a space', () => {
    expect(decodeSegment('contactId', 'a+b', [])).toBe('a+b');
  });

  it('refuses what cannot be decoded', () => {
    expect(refusal((issues) => decodeSegment('contactId', '%E0%A4%A', issues))).toBe(
      'contactId encoding: contactId must be percent-encoded UTF-8.',
    );
  });
});
