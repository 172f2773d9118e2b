import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityTag, isHeld } from './entity-tag.ts';

const bytes = (text: string) => Buffer.from(text);
const TAG = entityTag(bytes('{}'));
const OTHER = entityTag(bytes('[]'));

describe('If-None-Match', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['', false],
    [TAG, true],
    [OTHER, false],
    [TAG.slice(2), true],
    ['*', true],
    [' * ', true],
    [`${OTHER}, ${TAG}`, true],
    [`${TAG},${OTHER}`, true],
    [`\t${OTHER} ,, ,${TAG.slice(2)} ,`, true],
    [`"a,b", ${TAG}`, true],
    [`"", ${TAG}`, true],
    ['"a,b"', false],
    // No lists of tags.
    [TAG.slice(3, -1), false],
    [`w/${TAG.slice(2)}`, false],
    [`${TAG} ${OTHER}`, false],
    [`${TAG}, *`, false],
    [`${TAG}, "open`, false],
    [`"a b", ${TAG}`, false],
    ['W/', false],
    [',', false],
  ])('%j', (header, held) => {
    expect(isHeld(header, TAG)).toBe(held);
  });

  it('is found among any other tags', () => {
    const other = fc.string({ unit: fc.constantFrom(...'abc,!/W*é'), maxLength: 6 }).map((text) => `"${text}"`);
    const list = fc.array(fc.tuple(fc.boolean(), other).map(([weak, tag]) => (weak ? `W/${tag}` : tag)));
    fc.assert(
      fc.property(list, list, fc.constantFrom(',', ', ', ' ,,\t'), (before, after, separator) => {
        expect(isHeld([...before, TAG, ...after].join(separator), TAG)).toBe(true);
        expect(isHeld([...before, ...after].join(separator), TAG)).toBe(false);
      }),
    );
  });
});
