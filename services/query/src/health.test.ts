import { describe, expect, it } from 'vitest';
import { RetryableError } from '@fundlens/runtime/errors';
import { createHealth, type HealthOptions } from './health.ts';

const healthy: HealthOptions = {
  pingMongodb: async () => undefined,
  accessAgeMs: async () => 1_000,
  accessMaxAgeMs: 60_000,
  redisAway: () => null,
  redisRequired: true,
  server: () => 'listening',
};
const readyWith = (more: Partial<HealthOptions>) => createHealth({ ...healthy, ...more })();

describe('readiness', () => {
  it('is about the process once it could answer: clients get the 500 of an outage, and not that of a load balancer', async () => {
    let isAway = false;
    const ready = createHealth({
      ...healthy,
      pingMongodb: async () => {
        if (isAway) throw new RetryableError('mongodb_unavailable', 'away');
      },
      accessAgeMs: async () => (isAway ? 61_000 : 1_000),
      redisAway: () => (isAway ? 'OOM' : null),
    });
    expect(await ready()).toMatchObject({ ok: true, degraded: false });
    isAway = true;
    expect(await ready()).toEqual({
      ok: true,
      degraded: true,
      checks: { mongodb: 'away: mongodb_unavailable', access: 'stale: 61 s old', redis: 'away (OOM)', server: 'ok' },
    });
  });

  it.each(['starting', 'closing'] as const)(
    'is not given while the server is %s, whatever else is well',
    async (server) => {
      expect(await readyWith({ server: () => server })).toEqual({ ok: false, degraded: true, checks: { server } });
    },
  );

  it('answers within a second or so while MongoDB is silent', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { ok, checks } = await readyWith({ pingMongodb: never, accessAgeMs: never });
    expect([ok, checks.mongodb, checks.access]).toEqual([
      false,
      'away: mongodb_unavailable',
      'unknown: mongodb_unavailable',
    ]);
  });

  it('needs no Redis in fail mode open, and is degraded without it', async () => {
    const report = await readyWith({ redisAway: () => 'no_connection', redisRequired: false });
    expect(report).toMatchObject({ ok: true, degraded: true });
  });
});
