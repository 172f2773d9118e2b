import { expect, it } from 'vitest';
import { entityTag, isHeld } from './entity-tag.ts';

const bytes = (text: string) => Buffer.from(text);
const TAG = entityTag(bytes('{}'));
const OTHER = entityTag(bytes('[]'));

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
])('If-None-Match %j', (header, held) => {
  expect(isHeld(header, TAG)).toBe(held);
});
