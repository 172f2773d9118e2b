import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choosePorts, isPortFree, readPorts, writePorts } from './ports.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

const everyPortIsFree = async () => true;
const names = ['kafka', 'redis'] as const;

test('a restart keeps the addresses while their ports are free', async () => {
  const remembered = { kafka: 21_000, redis: 22_000 };
  const ports = await choosePorts({ names, remembered, isFree: everyPortIsFree, random: () => 0.5 });
  expect(ports).toEqual(remembered);
});

test('a port that somebody took meanwhile is replaced, the others stay', async () => {
  const remembered = { kafka: 21_000, redis: 22_000 };
  const isFree = async (port: number) => port !== 21_000;
  const ports = await choosePorts({ names, remembered, isFree, random: () => 0.5 });
  expect(ports.redis).toBe(22_000);
  expect(ports.kafka).not.toBe(21_000);
});

test('no two servers get one port, and none a port in use', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 20_000, max: 20_010 })),
      fc.array(fc.integer({ min: 20_000, max: 20_010 })),
      fc.infiniteStream(fc.double({ min: 0, max: 0.01, maxExcluded: true, noNaN: true })),
      async (remembered, used, draws) => {
        const isFree = async (port: number) => !used.includes(port);
        const random = () => draws.next().value ?? 0;
        const ports = await choosePorts({ names: ['a', 'b', 'c', 'd'], remembered, isFree, random });
        const chosen = Object.values(ports);
        expect(new Set(chosen).size).toBe(4);
        expect(chosen.filter((port) => used.includes(port))).toEqual([]);
      },
    ),
  );
});

test('a machine without a free port is told so', async () => {
  const choice = choosePorts({ names, remembered: {}, isFree: async () => false, random: Math.random });
  await expect(choice).rejects.toThrow('no free port');
});

test('a port with a listener is not free', async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  expect(await isPortFree(port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await isPortFree(port)).toBe(true);
});

test('a missing or damaged file of ports counts as none', () => {
  const file = join(temporaryDirectory(), 'ports.json');
  expect(readPorts(file)).toEqual({});
  for (const damaged of ['', '{"kafka": 2', 'null', '{"kafka":"x","redis":70000}']) {
    writeFileSync(file, damaged);
    expect(readPorts(file)).toEqual({});
  }
  writePorts(file, { kafka: 21_000 });
  expect(readPorts(file)).toEqual({ kafka: 21_000 });
});
