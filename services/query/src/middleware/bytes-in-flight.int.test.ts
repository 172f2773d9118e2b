import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';

const MIB = 1024 * 1024;
const REPORT_BYTES = 11 * MIB;

let harness: QueryHarness;
let query: RunningQuery;
let slow: string;
let other: string;

beforeAll(async () => {
  harness = await queryHarness();
  const { fixtures } = harness;
  await fixtures.company('acme');
  await fixtures.location('l1', 'acme');
  await fixtures.contact('l1', { contactId: 'c1' });
  const text = JSON.stringify('x'.repeat(REPORT_BYTES));
  await fixtures.creditReport('l1', { requestId: 'r1', contactId: 'c1', pulledAt: 1, text });
  const fields = { reach: 'location', companyId: 'acme', pinnedLocationId: 'l1' } as const;
  const permissions = ['read', 'credit_reports'];
  slow = await fixtures.credential({ ...fields, permissions });
  other = await fixtures.credential({ ...fields, permissions });
  query = await harness.start({ MAX_BYTES_IN_FLIGHT: String(64 * MIB) });
});
afterAll(() => harness.close());

const REPORT = '/credit-reports?requestId=r1';

/** Asks for the report and reads none of it. */
function askWithoutReading(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(query.port(), '127.0.0.1', () => {
      socket.pause();
      socket.write(`GET /api/v1${REPORT} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${slow}\r\n\r\n`);
      resolve(socket);
    });
    socket.on('error', reject);
  });
}

const inFlight = async () => {
  const text = await (await fetch(`http://127.0.0.1:${query.adminPort()}/metrics`)).text();
  return Number(/^fundlens_query_in_flight_bytes (\S+)/m.exec(text)?.[1]);
};

it('refuses further long responses to a client that does not read, serves the others, and releases what is read', async () => {
  const socket = await askWithoutReading();
  await expect.poll(inFlight).toBeGreaterThan(REPORT_BYTES);

  const refused = await query.get(REPORT, { token: slow });
  expect([refused.status, refused.json.error.code, refused.headers.get('retry-after')]).toEqual([
    500,
    'internal_error',
    '1',
  ]);
  expect((await query.get('/contacts/c1', { token: slow })).status).toBe(200);
  expect((await query.get(REPORT, { token: other })).status).toBe(200);

  socket.destroy();
  await expect.poll(inFlight).toBe(0);
  expect((await query.get(REPORT, { token: slow })).status).toBe(200);
  await expect.poll(inFlight).toBe(0);
});
