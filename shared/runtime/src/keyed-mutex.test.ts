import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

it('runs works that share a name one after the other, and others concurrently', async () => {
  const turns = createKeyedMutex();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const work = (name: string, wait?: Promise<void>) => async () => {
    log.push(`begin ${name}`);
    await wait;
    log.push(`end ${name}`);
  };

  const all = [
    turns(['a', 'b'], work('first', gate.promise)),
    turns(['b', 'c'], work('second')),
    turns(['c'], work('third')),
    turns(['d'], work('apart')),
  ];
  await setImmediate();
  expect(log).toEqual(['begin first', 'begin apart', 'end apart']);
  gate.resolve();
  await Promise.all(all);
  expect(log.slice(3)).toEqual(['end first', 'begin second', 'end second', 'begin third', 'end third']);
});

it('rejects with the failure of the work, and starts the next one', async () => {
  const turns = createKeyedMutex();
  const failed = turns(['a'], async () => {
    throw new Error('away');
  });
  const next = turns(['a'], async () => 'done');
  await expect(failed).rejects.toThrow('away');
  expect(await next).toBe('done');
});
