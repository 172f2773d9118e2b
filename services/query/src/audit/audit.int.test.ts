import type { Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { type Answered, queryHarness } from '../testing/query-harness.ts';
import { newToken } from '../testing/read-model-fixtures.ts';

const harness = await queryHarness();
const { fixtures } = harness;
const report = '{"canary":"in-report"}';
const { token } = await fixtures.tenant({ companyId: 'acme', locationId: 'l1', credentialId: 'key-1', report });
const query = await harness.start();

/** A machine that does much else. */
const PATIENCE = { timeout: 20_000 };

async function soon(response: Answered): Promise<Document> {
  await expect.poll(() => harness.audited(response), PATIENCE).not.toBeNull();
  return (await harness.audited(response)) ?? {};
}

describe('the audit', () => {
  it('is written by a service that makes and changes no index: a short time to live would be the end of it', async () => {
    await soon(await query.get('/contacts/c1', { token }));
    const changing = ['create', 'createIndexes', 'collMod', 'dropIndexes', 'drop'];
    const sent = harness.commands.map(({ commandName }) => commandName);
    expect(sent.filter((name) => changing.includes(name))).toEqual([]);
    expect(sent).toContain('insert');
  });

  it('shows credential and operation, with ids visible and personal values masked', async () => {
    const response = await query.get('/contacts?email=ada%40example.com&phone=5550102345&tag=vip&limit=3', { token });
    expect(await soon(response)).toMatchObject({
      kind: 'request',
      at: expect.any(Date),
      credentialId: 'key-1',
      hint: token.slice(-4),
      companyId: 'acme',
      reach: 'location',
      operation: 'contacts.list',
      locationId: 'l1',
      arguments: { email: '***', phone: '***', tag: '***', limit: '3' },
      status: 200,
      code: null,
      durationMs: expect.any(Number),
      expiresAt: expect.any(Date),
    });
  });

  it('keeps the ids that a request named which was refused before they were looked at', async () => {
    const readerOnly = await fixtures.credential({ reach: 'agency', companyId: 'acme' });
    const report = await query.get('/credit-reports?requestId=r1&locationId=l1', { token: readerOnly });
    expect(report.status).toBe(403);
    expect(await soon(report)).toMatchObject({ locationId: 'l1', arguments: { requestId: 'r1', locationId: 'l1' } });
    const unproven = await query.get('/credit-reports?contactId=123-45-6789&locationId=l1', { token: readerOnly });
    expect(unproven.status).toBe(403);
    expect(await soon(unproven)).toMatchObject({ locationId: 'l1', arguments: { contactId: '***' } });
  });

  it('has a report read before its answer is sent', async () => {
    const response = await query.get('/credit-reports?requestId=r1&contactId=c1', { token });
    const record = await harness.audited(response);
    const args = { requestId: 'r1', contactId: 'c1' };
    expect(record).toMatchObject({ operation: 'credit-reports.find', arguments: args, status: 200 });
    for (const secret of [token, 'in-report']) expect(JSON.stringify(record)).not.toContain(secret);
  });

  it('counts 401, 429 and 403 without read per credential and second', async () => {
    const holders: readonly [number, string | null, { windowLimit?: number; permissions?: string[] }][] = [
      [429, 'limited', { windowLimit: 0 }],
      [403, 'blind', { permissions: ['credit_reports'] }],
      [401, null, {}],
    ];
    const log = harness.db.collection('audit_log');
    for (const [status, credentialId, fields] of holders) {
      const key = { reach: 'location', companyId: 'acme', pinnedLocationId: 'l1', ...fields } as const;
      const asker = credentialId === null ? newToken() : await fixtures.credential(key, { credentialId });
      await Promise.all(Array.from({ length: 20 }, () => query.get('/contacts', { token: asker })));
      const counts = () => log.find({ kind: 'count', status, credentialId }).toArray();
      await expect.poll(async () => (await counts()).reduce((sum, { count }) => sum + count, 0), PATIENCE).toBe(20);
    }
    expect(await log.countDocuments({ kind: 'request', credentialId: { $in: ['limited', 'blind'] } })).toBe(0);
  });

  it('is the only record of arguments: logs and metrics name routes, no values', async () => {
    const personal = ['ada@', 'ada%40', 'example.com', '5550102345', 'vip-tag', 'contact-asked-for'];
    await query.get('/contacts?email=ada%40example.com&phone=5550102345&tag=vip-tag', { token });
    await query.get('/contacts/contact-asked-for', { token });
    const { text: metrics } = await query.admin('/metrics');
    const logs = harness.logLines.join('');
    for (const value of [...personal, token]) {
      expect(metrics).not.toContain(value);
      expect(logs).not.toContain(value);
    }
    const route = 'route="/api/v1/contacts/:contactId"';
    expect(metrics).toContain(`fundlens_query_requests_total{${route},status="404"}`);
    expect(metrics).toContain(`fundlens_query_request_seconds_count{${route},status_class="4xx"}`);
    const line = logs.split('\n').find((each) => each.includes('/api/v1/contacts/:contactId"')) ?? '{}';
    expect(Object.keys(JSON.parse(line))).toEqual([
      ...['level', 'time', 'service', 'requestId', 'route', 'credentialId', 'companyId'],
      ...['status', 'bytes', 'durationMs', 'msg'],
    ]);
  });
});
