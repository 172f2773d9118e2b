import { expect, test } from 'vitest';
import { neededTools } from './needed-tools.mjs';

const all = new Set(['kafka', 'registry', 'mongodb', 'redis'] as const);
const bare = { processes: all, mongodb: 'prebuilt', redisInstalled: false, isCached: () => false } as const;

test('an empty machine needs Java, Maven and Python', () => {
  expect([...neededTools(bare)].sort()).toEqual(['java', 'maven', 'prebuilt', 'python']);
});

test('what was downloaded before needs no download tool again', () => {
  expect([...neededTools({ ...bare, isCached: () => true })].sort()).toEqual(['java', 'prebuilt']);
});

test('installed servers need nothing', () => {
  const processes = new Set(['mongodb', 'redis'] as const);
  expect(neededTools({ ...bare, processes, mongodb: 'mongod', redisInstalled: true }).size).toBe(0);
});

test('servers that run elsewhere need nothing', () => {
  expect(neededTools({ ...bare, processes: new Set() }).size).toBe(0);
});

test('the stand-in built from source needs the tools to build it, once', () => {
  const processes = new Set(['mongodb'] as const);
  expect([...neededTools({ ...bare, processes, mongodb: 'crate' })]).toEqual(['cargo']);
  expect(neededTools({ ...bare, processes, mongodb: 'crate', isCached: () => true }).size).toBe(0);
});
