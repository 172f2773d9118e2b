import { operate, type OperatorOptions } from '@fundlens/operator/testing/operator-fixture';
import { createAuditStore } from '@fundlens/query/audit/audit-store';
import { type QueryHarness, queryHarness, type RunningQuery } from '@fundlens/query/testing/query-harness';
import { AUDIT_LOG, type AuditRecord } from '@fundlens/read-models/audit';
import { QUOTA_DAYS } from '@fundlens/read-models/quota-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../harness/waiting.ts';

/** `fundlens audit` of what the query service has recorded: the two tiers meet in MongoDB only. */

const MANY = 500;
const DAY_MS = 86_400_000;
const FIRST = Date.parse('2026-01-01T00:00:00.000Z');

let harness: QueryHarness;
let query: RunningQuery;
let operator: OperatorOptions;
let token: string;

beforeAll(async () => {
  harness = await queryHarness();
  ({ token } = await harness.fixtures.tenant({ companyId: 'acme', locationId: 'l1', credentialId: 'key-1' }));
  query = await harness.start();
  operator = {
    // The command asks nothing but MongoDB: the other two are never connected to.
    environment: { ...harness.environment, KAFKA_BROKERS: '127.0.0.1:1', SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1' },
  };
});
afterAll(() => harness.close());

it('has the indexes of audit and quotas made by a command, as often as it is given: by these MongoDB removes what is old', async () => {
  const database = `${harness.db.databaseName}_bare`;
  const bare = harness.db.client.db(database);
  const environment = { ...operator.environment, MONGODB_DATABASE: database };
  for (let times = 0; times < 2; times += 1) {
    expect(await operate(['indexes'], { environment })).toMatchObject({ status: 0 });
  }
  const expiry = expect.objectContaining({ name: 'expiry', key: { expiresAt: 1 }, expireAfterSeconds: 0 });
  for (const name of [AUDIT_LOG, QUOTA_DAYS])
    expect(await bare.collection(name).indexes(), name).toContainEqual(expiry);
  await createAuditStore(bare, { AUDIT_RETENTION_DAYS: 3 }).insert([record(0)]);
  expect(await bare.collection(AUDIT_LOG).findOne({})).toMatchObject({ expiresAt: new Date(FIRST + 3 * DAY_MS) });
  await bare.dropDatabase();
});

const audit = (...args: string[]) => operate(['audit', ...args], operator);

function record(index: number, changes: Partial<AuditRecord> = {}): AuditRecord {
  return {
    _id: `many-${String(index).padStart(5, '0')}`,
    kind: 'request',
    at: new Date(FIRST + index * 1_000),
    credentialId: 'key-many',
    hint: null,
    companyId: 'many',
    reach: 'location',
    operation: 'contacts.find',
    locationId: 'l-many',
    arguments: { contactId: `c-${index % 10}` },
    status: 200,
    code: null,
    durationMs: 1,
    ...changes,
  };
}

describe('fundlens audit', () => {
  it('tells which credential read a contact, without a personal value', async () => {
    await query.get('/contacts/c1', { token });
    await query.get('/contacts?email=ada%40example.com', { token });
    await query.get('/contacts/none', { token });
    await eventually(async () => (await audit('--location', 'l1', '--json')).json<Listed>().entries.length === 3, {
      what: 'three entries of the location',
    });
    const found = await audit('--contact', 'c1', '--location', 'l1', '--since', '1h', '--json');
    expect(found.status).toBe(0);
    expect(found.json<Listed>()).toMatchObject({
      more: false,
      entries: [{ credentialId: 'key-1', operation: 'contacts.find', arguments: { contactId: 'c1' }, status: 200 }],
    });
    const text = (await audit('--company', 'acme')).output;
    expect(text).toMatch(/404 not_found +contacts\.find +l1 +contactId=none +key-1 +acme/);
    expect(text).toContain('email=***');
    expect(text).not.toContain('ada@');
    expect((await audit('--operation', 'contacts.list', '--json')).json<Listed>().entries).toHaveLength(1);
    expect((await audit('--until', '1h')).output).toBe('No entries.\n');
  });

  it('refuses what is no id, time or period, and asks nothing then', async () => {
    for (const args of [
      ['--contact', 'Ada Lovelace'],
      ['--since', 'yesterday'],
      ['--since', '1h', '--until', '2h'],
    ]) {
      expect((await audit(...args)).status).toBe(2);
    }
  });

  it('exports every entry of a question, the oldest first, as it is read', async () => {
    const store = createAuditStore(harness.db, { AUDIT_RETENTION_DAYS: 400 });
    await store.insert(Array.from({ length: MANY }, (_, index) => record(index)));
    const listed = (await audit('--company', 'many', '--limit', '2', '--json')).json<Listed>();
    expect(listed.more).toBe(true);
    expect(listed.entries.map(({ _id }) => _id)).toEqual(['many-00499', 'many-00498']);
    const exported = await audit('--contact', 'c-3', '--company', 'many', '--export');
    const lines = exported.output.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as AuditRecord)._id)).toEqual(
      Array.from({ length: MANY / 10 }, (_, index) => record(index * 10 + 3)._id),
    );
    expect(exported.errors).toContain(`${MANY / 10} entries`);
  });

  it.each([
    ['by_contact', { 'arguments.contactId': 'c-3' }],
    ['by_location', { locationId: 'l-many' }],
    ['by_credential', { credentialId: 'key-many' }],
    ['by_company', { companyId: 'many' }],
    ['by_time', {}],
  ])('has an index for the question: %s', async (name, filter) => {
    const period = { at: { $gte: new Date(FIRST), $lt: new Date(FIRST + 60_000) } };
    const plan = await harness.db
      .collection(AUDIT_LOG)
      .find({ ...filter, ...period })
      .sort({ at: 1 })
      .explain('queryPlanner');
    expect(JSON.stringify(plan)).toContain(`"${name}"`);
  });
});

type Listed = { readonly more: boolean; readonly entries: readonly AuditRecord[] };
