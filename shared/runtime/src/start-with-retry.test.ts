import { expect, it } from 'vitest';
import { createBackoff } from './backoff.ts';
import { RetryableError } from './errors.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLogger } from './logger.ts';
import { startWithRetry } from './start-with-retry.ts';

const away = new RetryableError('registry_unavailable', 'away');

const server = { name: 'The schema registry', option: 'SCHEMA_REGISTRY_URL', addresses: 'registry:8081' };

function setUp(start: (attempt: number) => Promise<void>, waitMs = 1) {
  const health: (string | null)[] = [];
  const stopping = new AbortController();
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ service: 'test', level: 'warn', sanitize: (line) => line, destination });
  let attempts = 0;
  const component = {
    name: 'registry',
    server,
    start: () => {
      attempts += 1;
      return start(attempts);
    },
    stop: async () => undefined,
  };
  const retrying = startWithRetry(component, {
    stopping: stopping.signal,
    setHealth: (_, trouble) => void health.push(trouble),
    logger,
    backoff: createBackoff({ initialMs: waitMs, maxMs: waitMs, random: () => 1 }),
  });
  return { lines, logger, retrying, health, stopping, attempts: () => attempts };
}

it('tries again while a part is away, and shows what it waits for', async () => {
  const { retrying, health } = setUp(async (attempt) => {
    if (attempt < 3) throw away;
  });
  await retrying.start();
  expect(health).toEqual(['starting', 'registry_unavailable', 'registry_unavailable', null]);
});

it('ends with the option of a password that is wrong, without the password', async () => {
  const cause = Object.assign(new Error('SASL SCRAM SHA512 authentication failed for hunter2'), { retriable: false });
  const { retrying, logger } = setUp(() => Promise.reject(cause));
  const failure = await createLifecycle([retrying], { logger, stopTimeoutMs: 1 })
    .start()
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: 'fatal', message: expect.stringContaining('SCHEMA_REGISTRY_URL') });
  expect(String(failure)).not.toContain('hunter2');
});

it.each([
  ['between two attempts', () => Promise.reject(away)],
  ['in an attempt that never ends', () => new Promise<void>(() => {})],
])('gives up at once when the process is told to stop %s', async (_, start) => {
  const { retrying, stopping } = setUp(start, 60_000);
  const starting = retrying.start();
  stopping.abort();
  await expect(starting).rejects.toMatchObject({ code: 'stopped_while_starting' });
});
