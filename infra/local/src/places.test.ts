import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkPlaces, readPlaces, writePlaces } from './places.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

test('places are remembered, also those of servers that ran elsewhere the last time', () => {
  const directory = temporaryDirectory();
  expect(readPlaces(directory)).toEqual({});
  writePlaces(directory, { kafka: 'process', mongodb: 'prebuilt' });
  writePlaces(directory, { kafka: 'container' });
  expect(readPlaces(directory)).toEqual({ kafka: 'container', mongodb: 'prebuilt' });
});

test('a damaged memory counts as none', () => {
  const directory = temporaryDirectory();
  for (const damaged of ['', '{"kafka":', '{"kafka":"moon"}']) {
    writeFileSync(join(directory, 'places.json'), damaged);
    expect(readPlaces(directory)).toEqual({});
  }
});

test('a server whose data are out of reach is named with the cure, and nothing starts half empty', () => {
  const earlier = { kafka: 'container', redis: 'process' } as const;
  const next = { kafka: 'process', redis: 'process', mongodb: 'prebuilt' } as const;
  expect(() => checkPlaces(next, earlier, false)).toThrow(/kafka \(in a container volume\)\. .*npm run reset/);
});

test('whoever chooses another source gets it, and is told what begins anew', () => {
  const lines = checkPlaces({ mongodb: 'crate' }, { mongodb: 'prebuilt' }, true);
  expect(lines).toEqual([expect.stringContaining('mongodb (with the prebuilt stand-in)')]);
});

test('a first start and an unchanged one are told nothing', () => {
  expect(checkPlaces({ kafka: 'process' }, {}, false)).toEqual([]);
  expect(checkPlaces({ kafka: 'process' }, { kafka: 'process', redis: 'container' }, false)).toEqual([]);
});
