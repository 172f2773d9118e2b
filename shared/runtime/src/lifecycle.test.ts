import { describe, expect, it } from 'vitest';
import { createLifecycle } from './lifecycle.ts';
import { createLogger } from './logger.ts';

function setUp(...behaviours: { name: string; failStart?: boolean; hangStop?: boolean; failStop?: boolean }[]) {
  const log: string[] = [];
  const lines: string[] = [];
  const components = behaviours.map(({ name, failStart, hangStop, failStop }) => ({
    name,
    async start() {
      if (failStart) throw new Error('no start');
      log.push(`start ${name}`);
    },
    async stop() {
      log.push(`stop ${name}`);
      if (failStop) throw new Error('no stop');
      if (hangStop) await new Promise(() => {});
    },
  }));
  const logger = createLogger({
    service: 'test',
    level: 'info',
    sanitize: (line) => line,
    destination: { write: (line) => lines.push(line) },
  });
  const lifecycleOf = (options: { stopTimeoutMs: number; stopAllWithinMs?: number }) =>
    createLifecycle(components, { logger, ...options });
  return { log, lines, lifecycle: lifecycleOf({ stopTimeoutMs: 20 }), lifecycleOf };
}

describe('createLifecycle', () => {
  it('starts in order and stops once, in reverse', async () => {
    const { log, lifecycle } = setUp({ name: 'a' }, { name: 'b' });
    await lifecycle.start();
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    expect(log).toEqual(['start a', 'start b', 'stop b', 'stop a']);
  });

  it('stops what was started when a later start fails, and says which', async () => {
    const { log, lines, lifecycle } = setUp({ name: 'a' }, { name: 'b', failStart: true }, { name: 'c' });
    await expect(lifecycle.start()).rejects.toThrow('no start');
    expect(log).toEqual(['start a', 'stop a']);
    expect(lines.join()).toContain('"component":"b"');
  });

  it('skips a component that hangs or fails while stopping', async () => {
    const { log, lines, lifecycle } = setUp(
      { name: 'a' },
      { name: 'b', hangStop: true },
      { name: 'c', failStop: true },
    );
    await lifecycle.start();
    await lifecycle.stop();
    expect(log.slice(-3)).toEqual(['stop c', 'stop b', 'stop a']);
    expect(lines.join()).toMatch(/did not stop in time.*/);
    expect(lines.join()).toContain('component failed to stop');
  });

  it('skips hanging components within the common time limit, and still stops the last one', async () => {
    const { log, lifecycleOf } = setUp({ name: 'a' }, { name: 'b', hangStop: true }, { name: 'c', hangStop: true });
    const lifecycle = lifecycleOf({ stopTimeoutMs: 3_600_000, stopAllWithinMs: 20 });
    await lifecycle.start();
    await lifecycle.stop();
    expect(log.slice(-3)).toEqual(['stop c', 'stop b', 'stop a']);
  });
});
