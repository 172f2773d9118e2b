import { expect, it } from 'vitest';
import {
  activeVersion,
  differingParts,
  type Fingerprint,
  type ReadModelVersion,
  readVersions,
  writableVersionsOf,
  writtenVersions,
} from './model-version.ts';

const madeWith = (slots: number, more: Partial<Fingerprint> = {}): Fingerprint => ({
  slots,
  views: 1,
  redaction: 1,
  customFieldKeepList: 'none',
  ...more,
});

const rebuilding: ReadModelVersion = {
  _id: 'contacts',
  active: 4,
  versions: [
    { version: 2, definition: 1, state: 'dropped' },
    { version: 3, definition: 1, state: 'retired' },
    { version: 4, definition: 1, fingerprint: madeWith(1), state: 'active' },
    { version: 5, definition: 1, fingerprint: madeWith(1), state: 'building' },
    { version: 6, definition: 2, fingerprint: madeWith(2), state: 'announced' },
    { version: 7, definition: 1, fingerprint: madeWith(1), state: 'announced' },
    { version: 8, definition: 1, fingerprint: madeWith(1, { customFieldKeepList: 'other' }), state: 'building' },
  ],
};

it('a model that was never rebuilt has the one version that it was set up with', () => {
  const first: ReadModelVersion = { _id: 'contacts', active: 1 };
  expect(readVersions(first)).toEqual([1]);
  expect(activeVersion(first)).toEqual({ version: 1, definition: 1, state: 'active' });
  expect(writtenVersions(first, madeWith(1))).toEqual([1]);
});

it('readers use the active version and reckon with those that are announced', () => {
  expect(readVersions(rebuilding)).toEqual([4, 6, 7]);
});

it('projectors write what is read, was read a moment ago or will be, if it is made with their own fingerprint', () => {
  expect(writtenVersions(rebuilding, madeWith(1))).toEqual([3, 4, 7]);
  expect(writtenVersions(rebuilding, madeWith(2))).toEqual([6]);
  expect(writtenVersions(rebuilding, madeWith(3))).toEqual([]);
  for (const other of [{ views: 2 }, { redaction: 2 }, { customFieldKeepList: 'other' }]) {
    // The one that has none yet is told by the definition alone.
    expect(writtenVersions(rebuilding, madeWith(1, other))).toEqual([3]);
  }
});

it('what writes beside the projectors writes what is being built as well', () => {
  expect(writableVersionsOf(rebuilding, madeWith(1))).toEqual([3, 4, 5, 7]);
  expect(writableVersionsOf(rebuilding, madeWith(2))).toEqual([6]);
  expect(writableVersionsOf(rebuilding, madeWith(1, { customFieldKeepList: 'other' }))).toEqual([3, 8]);
});

it('names every part that differs', () => {
  const version = { definition: 1, fingerprint: madeWith(1) };
  expect(differingParts(version, madeWith(1))).toEqual([]);
  const other = madeWith(2, { views: 2, redaction: 2, customFieldKeepList: 'other' });
  expect(differingParts(version, other)).toEqual(['slots', 'views', 'redaction', 'customFieldKeepList']);
  expect(differingParts({ definition: 1 }, other)).toEqual(['slots']);
});
