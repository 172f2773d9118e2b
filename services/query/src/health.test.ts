import { describe, expect, it } from 'vitest';
import { RetryableError } from '@fundlens/runtime/errors';
import { createHealth } from './health.ts';
import { testContext } from './testing/test-context.ts';

/** All is well, but for what is said. */
function readyWith(others: Partial<Parameters<typeof createHealth>[0]>) {
  return createHealth({
    ...testContext({ RATE_LIMIT_FAIL_MODE: 'closed', ACCESS_MAX_AGE: '60' }),
    readModels: { ping: async () => ({}) },
    access: { ageMs: async () => 1_000 },
    counters: { away: () => null },
    http: { port: () => 8080 },
    closing: () => false,
    ...others,
  });
}

describe('readiness', () => {
  it('is about the process once it could answer: clients get the 500 of an outage, and not that of a load balancer', async () => {
    let isAway = false;
    const ready = readyWith({
      readModels: {
        async ping() {
          if (isAway) throw new RetryableError('mongodb_unavailable', 'away');
          return {};
        },
      },
      access: { ageMs: async () => (isAway ? 61_000 : 1_000) },
      counters: { away: () => (isAway ? 'OOM' : null) },
    });
    expect(await ready()).toMatchObject({ ok: true, degraded: false });
    isAway = true;
    expect(await ready()).toEqual({
      ok: true,
      degraded: true,
      checks: { mongodb: 'away: mongodb_unavailable', access: 'stale: 61 s old', redis: 'away (OOM)', server: 'ok' },
    });
  });

  it.each([
    ['starting', { http: { port: () => 0 } }],
    ['closing', { closing: () => true }],
  ])('is not given while the server is %s, whatever else is well', async (server, state) => {
    expect(await readyWith(state)()).toEqual({ ok: false, degraded: true, checks: { server } });
  });

  it('answers within a second or so while MongoDB is silent', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { ok, checks } = await readyWith({ readModels: { ping: never }, access: { ageMs: never } })();
    expect([ok, checks.mongodb, checks.access]).toEqual([
      false,
      'away: mongodb_unavailable',
      'unknown: mongodb_unavailable',
    ]);
  });
});
