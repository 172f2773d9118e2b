import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkStorage, readStorage, writeStorage } from './server-storage.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

test('what holds the data is remembered, also for servers that ran elsewhere the last time', () => {
  const directory = temporaryDirectory();
  expect(readStorage(directory)).toEqual({});
  writeStorage(directory, { kafka: 'process', mongodb: 'prebuilt' });
  writeStorage(directory, { kafka: 'container' });
  expect(readStorage(directory)).toEqual({ kafka: 'container', mongodb: 'prebuilt' });
});

test('a damaged memory counts as none', () => {
  const directory = temporaryDirectory();
  for (const damaged of ['', '{"kafka":', '{"kafka":"moon"}']) {
    writeFileSync(join(directory, 'storage.json'), damaged);
    expect(readStorage(directory)).toEqual({});
  }
});

test('a server whose data are out of reach is named with the cure, and nothing starts half empty', () => {
  const earlier = { kafka: 'container', redis: 'process' } as const;
  const next = { kafka: 'process', redis: 'process', mongodb: 'prebuilt' } as const;
  expect(() => checkStorage(next, earlier, false)).toThrow(/kafka \(in a container volume\)\. .*npm run reset/);
});

test('another source that an option names is used, and a line tells what begins anew', () => {
  const lines = checkStorage({ mongodb: 'crate' }, { mongodb: 'prebuilt' }, true);
  expect(lines).toEqual([expect.stringContaining('mongodb (with the prebuilt stand-in)')]);
});

test('a first start and an unchanged one report nothing', () => {
  expect(checkStorage({ kafka: 'process' }, {}, false)).toEqual([]);
  expect(checkStorage({ kafka: 'process' }, { kafka: 'process', redis: 'container' }, false)).toEqual([]);
});
