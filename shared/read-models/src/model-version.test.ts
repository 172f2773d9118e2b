import { expect, it } from 'vitest';
import { writableVersionsOf, type ReadModelVersion, readVersions, writtenVersions } from './model-version.ts';

const rebuilding: ReadModelVersion = {
  _id: 'contacts',
  active: 4,
  versions: [
    { version: 2, definition: 1, state: 'dropped' },
    { version: 3, definition: 1, state: 'retired' },
    { version: 4, definition: 1, state: 'active' },
    { version: 5, definition: 1, state: 'building' },
    { version: 6, definition: 2, state: 'announced' },
    { version: 7, definition: 1, state: 'announced' },
  ],
};

it('a model that was never rebuilt has the one version that it was set up with', () => {
  const first: ReadModelVersion = { _id: 'contacts', active: 1 };
  expect(readVersions(first)).toEqual([1]);
  expect(writtenVersions(first, 1)).toEqual([1]);
});

it('readers use the active version and reckon with those that are announced', () => {
  expect(readVersions(rebuilding)).toEqual([4, 6, 7]);
});

it('projectors write what is read, was read a moment ago or will be, if it is made by their own definition', () => {
  expect(writtenVersions(rebuilding, 1)).toEqual([3, 4, 7]);
  expect(writtenVersions(rebuilding, 2)).toEqual([6]);
  expect(writtenVersions(rebuilding, 3)).toEqual([]);
});

it('whoever writes beside the projectors writes what is being built as well', () => {
  expect(writableVersionsOf(rebuilding, 1)).toEqual([3, 4, 5, 7]);
  expect(writableVersionsOf(rebuilding, 2)).toEqual([6]);
});
