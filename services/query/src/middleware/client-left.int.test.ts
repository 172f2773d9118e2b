import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import { queryHarness } from '../testing/query-harness.ts';
import { testStack } from '@fundlens/projection/testing/stack';

const CLIENTS = 100;
const POOL = 4;
/** A machine that does much else; what does not come by then never comes. */
const PATIENCE_MS = 20_000;

const harness = await queryHarness();
const { token } = await harness.fixtures.tenant({ windowLimit: 100_000 });
const { proxy, url } = await harness.proxied(testStack().mongodbUrl);
const query = await harness.start({
  MONGODB_URL: url,
  MONGODB_POOL_SIZE: String(POOL),
  // Nothing but the pages is to be asked for.
  ACCESS_CACHE_MS: '1000',
});
expect((await query.get('/contacts/c1', { token })).status).toBe(200);

const pagesAsked = () =>
  harness.commands.filter(({ command }) => /^contacts_\d/.test(String(command.find ?? command.aggregate))).length;

/** Clients that ask for a page each while MongoDB hangs, and leave. @returns how many of the pages MongoDB was asked for */
async function leaveWhileItHangs(): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  // What access needs is known for a second from here, so that the pages alone are asked for.
  expect((await query.get('/contacts/c1', { token })).status).toBe(200);
  const before = pagesAsked();
  proxy.hang();
  const clients = Array.from({ length: CLIENTS }, (_, index) => {
    const path = `/api/v1/contacts?limit=${index + 1}`;
    const asked = request({ port: query.port(), path, agent, headers: { authorization: `Bearer ${token}` } });
    asked.on('error', () => undefined);
    return { asked, sent: once(asked.end(), 'finish'), gone: new Promise((resolve) => asked.once('close', resolve)) };
  });
  await Promise.all(clients.map(({ sent }) => sent));
  await connected((connections) => connections >= CLIENTS);
  for (const { asked } of clients) asked.destroy();
  await Promise.all(clients.map(({ gone }) => gone));
  // Those of this test's own requests stay open.
  await connected((connections) => connections < CLIENTS / 10);
  agent.destroy();
  return pagesAsked() - before;
}

/** Waits until the service has as many connections of clients as are told. */
async function connected(isEnough: (connections: number) => boolean): Promise<void> {
  const counted = async () => isEnough(await query.metric('fundlens_query_connections'));
  await expect.poll(counted, { timeout: PATIENCE_MS }).toBe(true);
}

it('does no more work for clients that have left, says so in the audit, and the next one does not wait for it', async () => {
  let asked = await leaveWhileItHangs();
  let left = CLIENTS;
  // A machine that took a second to send them: access was unknown again, and no page was asked for.
  while (asked === 0) {
    proxy.heal();
    asked = await leaveWhileItHangs();
    left += CLIENTS;
  }
  // As many as there are connections are asked of MongoDB; the others queue for one.
  expect(asked).toBeLessThanOrEqual(POOL);
  const before = pagesAsked();
  proxy.heal();
  const startedAt = performance.now();
  expect((await query.get('/contacts/c1', { token })).status).toBe(200);
  // The point read; none of the pages that were given up.
  expect(pagesAsked() - before).toBe(1);
  // Far below the time in which the pages would have been given up by themselves.
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  const records = harness.db.collection('audit_log');
  const told = () => records.countDocuments({ status: 499, code: 'client_left' });
  await expect.poll(told, { timeout: PATIENCE_MS }).toBe(left);
  expect(harness.logLines.filter((line) => line.includes('"msg":"the client has left"'))).toHaveLength(left);
});
