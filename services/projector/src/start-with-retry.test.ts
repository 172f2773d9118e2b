import { createBackoff } from '@fundlens/runtime/backoff';
import { FatalError, RetryableError } from '@fundlens/runtime/errors';
import { createLogger } from '@fundlens/runtime/logger';
import { expect, it } from 'vitest';
import { createPartitionHealth } from '@fundlens/projection/health/partition-health';
import { startWithRetry } from './start-with-retry.ts';

const logger = createLogger({ service: 'test', level: 'silent', sanitize: (line) => line });
const away = new RetryableError('registry_unavailable', 'away');

function setUp(start: (attempt: number) => Promise<void>, waitMs = 1) {
  const partitionHealth = createPartitionHealth({ clock: Date.now, monotonic: Date.now });
  const stopping = new AbortController();
  let attempts = 0;
  const component = {
    name: 'registry',
    start: () => {
      attempts += 1;
      return start(attempts);
    },
    stop: async () => undefined,
  };
  const quickBackoff = () => createBackoff({ initialMs: waitMs, maxMs: waitMs, factor: 1, random: () => 1 });
  const retrying = startWithRetry(component, {
    stopping: stopping.signal,
    createBackoff: quickBackoff,
    partitionHealth,
    logger,
  });
  return { retrying, partitionHealth, stopping, attempts: () => attempts };
}

it('tries again while a part is away, and shows what it waits for', async () => {
  const seen: unknown[] = [];
  const { retrying, partitionHealth } = setUp(async (attempt) => {
    seen.push(partitionHealth.report().checks.registry);
    if (attempt < 3) throw away;
  });
  await retrying.start();
  expect(seen).toEqual(['starting', 'registry_unavailable', 'registry_unavailable']);
  expect(partitionHealth.report()).toMatchObject({ ok: true, checks: { registry: 'ok' } });
});

it('does not try again what will never work', async () => {
  const { retrying, attempts } = setUp(() => Promise.reject(new FatalError('schema_refused', 'refused')));
  await expect(retrying.start()).rejects.toMatchObject({ code: 'schema_refused' });
  expect(attempts()).toBe(1);
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
