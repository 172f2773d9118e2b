import { describe, expect, it } from 'vitest';
import { testContext } from '../testing/test-context.ts';
import { AuditLog } from './audit-log.ts';
import type { AuditEntry, AuditRecord } from '@fundlens/read-models/audit';

const record = (id: string) => ({ _id: id, kind: 'request' }) as AuditRecord;

/** Before a store whose first insertion fails. */
function setUp() {
  const stored: AuditEntry[] = [];
  let isAway = true;
  const context = testContext();
  const log = new AuditLog({
    ...context,
    auditStore: {
      async insert(entries) {
        if (!isAway) stored.push(...entries);
        else {
          isAway = false;
          throw new Error('away');
        }
      },
    },
  });
  return { log, stored, dropped: async () => (await context.metrics.auditDropped.get()).values[0]?.value };
}

describe('the audit log', () => {
  it('keeps what could not be stored', async () => {
    const { log, stored } = setUp();
    log.storeSoon(record('req_1'));
    await expect(log.stop()).rejects.toThrow('away');
    await log.stop();
    expect(stored.map(({ _id }) => _id)).toEqual(['req_1']);
  });

  it('says how many records it gave up when too many wait', async () => {
    const { log, dropped } = setUp();
    for (let i = 0; i < 20_003; i += 1) log.storeSoon(record(`req_${i}`));
    expect(log.waiting()).toBe(20_000);
    expect(await dropped()).toBe(3);
  });
});
