import { describe, expect, it } from 'vitest';
import { testContext, totalOf } from '../testing/test-context.ts';
import { AuditLog } from './audit-log.ts';
import type { AuditEntry, AuditRecord } from '@fundlens/read-models/audit';

function record(id: string): AuditRecord {
  return {
    _id: id,
    kind: 'request',
    at: new Date(0),
    credentialId: 'credential-1',
    hint: null,
    companyId: null,
    reach: 'location',
    operation: 'contacts.list',
    locationId: 'location-1',
    arguments: {},
    status: 200,
    code: null,
    durationMs: 1,
  };
}

/** A store whose first insertions fail. */
function setUp({ failures = 0 }: { failures?: number } = {}) {
  const stored: AuditEntry[] = [];
  let left = failures;
  let now = 0;
  const context = testContext({}, () => now);
  const log = new AuditLog({
    ...context,
    auditStore: {
      async insert(entries) {
        if (left > 0) {
          left -= 1;
          throw new Error('away');
        }
        stored.push(...entries);
      },
    },
  });
  return {
    log,
    stored,
    dropped: () => totalOf(context.metrics.auditDropped),
    at: (time: number) => {
      now = time;
    },
  };
}

describe('the audit log', () => {
  it('keeps what could not be stored', async () => {
    const { log, stored } = setUp({ failures: 1 });
    log.storeSoon(record('req_1'));
    await expect(log.stop()).rejects.toThrow('away');
    await log.stop();
    expect(stored.map(({ _id }) => _id)).toEqual(['req_1']);
  });

  it('counts refusals per credential and second', async () => {
    const { log, stored, at } = setUp();
    for (const time of [1_000, 1_999, 2_000]) {
      at(time);
      log.count(401, null);
      log.count(429, 'credential-1');
    }
    await log.stop();
    expect(stored).toMatchObject([
      { status: 401, credentialId: null, at: new Date(1_000), count: 2 },
      { status: 429, credentialId: 'credential-1', at: new Date(1_000), count: 2 },
      { status: 401, credentialId: null, at: new Date(2_000), count: 1 },
      { status: 429, credentialId: 'credential-1', at: new Date(2_000), count: 1 },
    ]);
  });

  it('says how many records it gave up when too many wait', async () => {
    const { log, dropped } = setUp();
    for (let i = 0; i < 20_003; i += 1) log.storeSoon(record(`req_${i}`));
    expect(log.waiting()).toBe(20_000);
    expect(await dropped()).toBe(3);
  });
});
