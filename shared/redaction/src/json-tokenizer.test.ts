import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonLimits, parseJson } from './json-tokenizer.ts';
import { NUMBER, STRING, type TokenIndex } from './token-index.ts';

const limits: JsonLimits = { maxDepth: 200, maxValues: 100_000 };

function accepts(text: string): boolean {
  return typeof parseJson(text, limits) !== 'string';
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function spelled(tokens: TokenIndex): string[] {
  const strings: string[] = [];
  for (let entry = 0; entry < tokens.length; entry++) {
    if (tokens.hasKey(entry)) strings.push(`key ${tokens.keyOf(entry)}`);
    const kind = tokens.kindOf(entry);
    if (kind === STRING || kind === NUMBER) strings.push(tokens.spelling(entry));
  }
  return strings;
}

describe('reading JSON', () => {
  it.each([
    '',
    ' ',
    '{',
    '}',
    '[1,]',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '01',
    '1.',
    '.5',
    '+1',
    '1e',
    '--1',
    'nul',
    'NaN',
    '"\n"',
    '"\\x"',
    '"\\u12g4"',
    '"\\',
    '"\\u12',
    '"abc',
    '[1 2]',
    '{"a" 1}',
    '{"a":}',
    '{1:2}',
    '1 2',
    '\ufeff1',
    '[1]]',
    '[}',
    'true false',
    '"a""b"',
    '\u00a01',
    '-',
    '1e+',
  ])('refuses %j, as JSON.parse does', (text) => {
    expect(parses(text)).toBe(false);
    expect(accepts(text)).toBe(false);
  });

  it.each([
    '0',
    '-0',
    '1E400',
    '1.10',
    '12345678901234567890',
    ' [ ] ',
    '{ }',
    '{"":{"":[]}}',
    '"\\u0000\\ud800"',
    'null',
    '[true,false,null]',
    '{"__proto__":1,"a":2,"a":3}',
    '\t\r\n1\n',
  ])('takes %j', (text) => {
    expect(parses(text)).toBe(true);
    expect(accepts(text)).toBe(true);
  });

  it('accepts exactly what JSON.parse accepts, for damaged texts too', { timeout: 120_000 }, () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ...'{}[]",:\\0-.eE+tn \n\u0001'), fc.boolean())
      .map(([text, at, insert, remove]) => {
        const position = at % (text.length + 1);
        return text.slice(0, position) + insert + text.slice(position + (remove ? 1 : 0));
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(accepts(text)).toBe(parses(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('finds every key, string and number with its spelling, and where containers end', () => {
    const tokens = parseJson('{"a":[1.10,"x\\n",{"b":true}],"c":-2e5}', limits) as TokenIndex;
    expect(spelled(tokens)).toEqual(['key a', '1.10', 'x\\n', 'key c', '-2e5']);
    expect(tokens.nextOf(1)).toBe(5);
    expect(tokens.parentOf(5)).toBe(0);
  });

  it('refuses texts beyond its limits without recursion', () => {
    expect(parseJson('['.repeat(100_000), limits)).toBe('too_deep');
    expect(parseJson(`[${'1,'.repeat(100_001)}1]`, limits)).toBe('too_large');
    expect(typeof parseJson('['.repeat(200) + ']'.repeat(200), limits)).toBe('object');
  });
});
