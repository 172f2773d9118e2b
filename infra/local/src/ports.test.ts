import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { choosePorts } from './ports.ts';

const names = ['kafka', 'redis'] as const;

test('a restart keeps the addresses while their ports are free, and a port that is taken is replaced', async () => {
  const first = await choosePorts({ names });
  expect(await choosePorts({ names, remembered: first })).toEqual(first);

  const other = createServer();
  await new Promise<void>((resolve) => other.listen(first.kafka, '127.0.0.1', resolve));
  const second = await choosePorts({ names, remembered: first });
  expect(second.redis).toBe(first.redis);
  expect(second.kafka).not.toBe(first.kafka);
  await new Promise((resolve) => other.close(resolve));
});

test('no two servers get one port, none a port that was given away, and all are below outgoing connections', async () => {
  const first = await choosePorts({ names, searchFrom: 0.999_99 });
  const remembered = { kafka: first.kafka, redis: first.kafka };
  const second = await choosePorts({ names, remembered, taken: [first.kafka], searchFrom: 0.999_99 });
  const chosen = [first.kafka, second.kafka, second.redis];
  expect(new Set(chosen).size).toBe(3);
  for (const port of chosen) expect(port).toBeLessThan(32_000);
});
