import { describe, expect, it, vi } from 'vitest';
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
  const dropped: number[] = [];
  let left = failures;
  let now = 0;
  const log = new AuditLog({
    store: {
      async insert(entries) {
        if (left > 0) {
          left -= 1;
          throw new Error('away');
        }
        stored.push(...entries);
      },
    },
    clock: { now: () => now, monotonic: () => now },
    processId: 'p',
    onFailure: () => {},
    onDropped: (entries) => dropped.push(entries),
  });
  return {
    log,
    stored,
    dropped,
    at: (time: number) => {
      now = time;
    },
  };
}

describe('the audit log', () => {
  it('keeps what could not be stored', async () => {
    const { log, stored } = setUp({ failures: 1 });
    log.storeSoon(record('req_1'));
    await expect(log.flush()).rejects.toThrow('away');
    await log.flush();
    log.stop();
    expect(stored.map(({ _id }) => _id)).toEqual(['req_1']);
  });

  it('reports a failed batch once, however many records join it meanwhile', async () => {
    vi.useFakeTimers();
    const failures: unknown[] = [];
    const log = new AuditLog({
      store: {
        insert: () => new Promise((_, reject) => setTimeout(() => reject(new Error('away')), 400)),
      },
      clock: { now: () => 0, monotonic: () => 0 },
      processId: 'p',
      onFailure: (error) => failures.push(error),
      onDropped: () => {},
    });
    for (let i = 0; i < 9; i += 1) {
      log.storeSoon(record(`req_${i}`));
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(failures).toHaveLength(1);
    log.stop();
    vi.useRealTimers();
  });

  it('counts refusals per credential and second', async () => {
    const { log, stored, at } = setUp();
    for (const time of [1_000, 1_999, 2_000]) {
      at(time);
      log.count(401, null);
      log.count(429, 'credential-1');
    }
    await log.flush();
    log.stop();
    expect(stored).toMatchObject([
      { status: 401, credentialId: null, at: new Date(1_000), count: 2 },
      { status: 429, credentialId: 'credential-1', at: new Date(1_000), count: 2 },
      { status: 401, credentialId: null, at: new Date(2_000), count: 1 },
      { status: 429, credentialId: 'credential-1', at: new Date(2_000), count: 1 },
    ]);
  });

  it('says how many records it gave up when too many wait', () => {
    const { log, dropped } = setUp();
    for (let i = 0; i < 20_003; i += 1) log.storeSoon(record(`req_${i}`));
    log.stop();
    expect(log.waiting()).toBe(20_000);
    expect(dropped).toEqual([1, 1, 1]);
  });
});
