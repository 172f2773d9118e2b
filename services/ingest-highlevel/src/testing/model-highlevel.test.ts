import { createPublicKey, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ModelCrm } from './model-crm.ts';
import { createModelLimits } from './model-limits.ts';
import { answerRead } from './model-read-api.ts';
import { LOCATION } from './test-crm.ts';
import { createWebhookSender } from './webhook-sender.ts';

function filled(contacts: number, deals = 0): ModelCrm {
  const crm = new ModelCrm();
  crm.addLocation(LOCATION);
  for (let n = 0; n < contacts; n += 1) crm.createContact(LOCATION, `contact-${n}`, { address1: `${n} Elm Street` });
  for (let n = 0; n < deals; n += 1) crm.createOpportunity(LOCATION, `deal-${n}`, { contactId: 'contact-1' });
  return crm;
}

const get = (path: string, query: Record<string, string> = {}) => ({
  ...{ method: 'GET', path, query: new URLSearchParams(query), body: undefined },
});
const search = (body: Record<string, unknown>) => ({
  ...{ method: 'POST', path: '/contacts/search', query: new URLSearchParams(), body },
});
const idsOf = (answer: { readonly body: unknown }) =>
  (answer.body as { opportunities: { id: string }[] }).opportunities.map(({ id }) => id);

describe('the model of the read API', () => {
  test.each([
    ['without pageLimit', search({ locationId: LOCATION }), 422],
    ['without locationId', search({ pageLimit: 10 }), 422],
    ['with a page that is too long', search({ locationId: LOCATION, pageLimit: 501 }), 422],
    ['with page and searchAfter', search({ locationId: LOCATION, pageLimit: 1, page: 1, searchAfter: [1, 'a'] }), 400],
    ['beyond page 100', search({ locationId: LOCATION, pageLimit: 1, page: 101 }), 403],
    ['beyond 10,000 by pages', search({ locationId: LOCATION, pageLimit: 500, page: 21 }), 400],
    ['of opportunities beyond page 100', get('/opportunities/search', { location_id: LOCATION, page: '101' }), 403],
    ['with an unknown parameter', get('/opportunities/search', { location_id: LOCATION, pageSize: '5' }), 422],
    ['with too many opportunities', get('/opportunities/search', { location_id: LOCATION, limit: '101' }), 422],
    ['of an unknown route', get('/contacts/contact-1/secrets'), 404],
    ['of a contact that does not exist', get('/contacts/contact-9'), 400],
  ])('a request %s is refused', (_name, request, status) => {
    expect(answerRead(filled(3), LOCATION, request).status).toBe(status);
  });

  test('half of a cursor gives the first page again; both halves go on', () => {
    const crm = filled(1, 5);
    const first = { location_id: LOCATION, limit: '2', order: 'added_asc' };
    const { startAfter, startAfterId } = (
      answerRead(crm, LOCATION, get('/opportunities/search', first)).body as { meta: Record<string, unknown> }
    ).meta;
    const half = { ...first, startAfter: String(startAfter) };
    const both = { ...half, startAfterId: String(startAfterId) };
    expect(idsOf(answerRead(crm, LOCATION, get('/opportunities/search', half)))).toEqual(['deal-0', 'deal-1']);
    expect(idsOf(answerRead(crm, LOCATION, get('/opportunities/search', both)))).toEqual(['deal-2', 'deal-3']);
  });

  test('a search says address where the route by id says address1', () => {
    const crm = filled(1);
    const { contacts } = answerRead(crm, LOCATION, search({ locationId: LOCATION, pageLimit: 1 })).body as {
      contacts: Record<string, unknown>[];
    };
    expect(contacts[0]).toMatchObject({ address: '0 Elm Street', searchAfter: [expect.any(Number), 'contact-0'] });
    expect(contacts[0]).not.toHaveProperty('address1');
    expect(answerRead(crm, LOCATION, get('/contacts/contact-0')).body).toMatchObject({
      contact: { address1: '0 Elm Street' },
    });
  });

  test('refuses the 101st request of ten seconds, and counts what it says is left', () => {
    let now = 0;
    const limits = createModelLimits({ perInterval: 100, intervalMs: 10_000, perDay: 200_000 }, () => now);
    for (let request = 0; request < 100; request += 1) expect(limits.arrive(LOCATION).allowed).toBe(true);
    expect(limits.arrive(LOCATION)).toMatchObject({ allowed: false, headers: { 'x-ratelimit-remaining': '0' } });
    expect(limits.arrive('loc-other').allowed).toBe(true);
    now = 10_001;
    expect(limits.arrive(LOCATION)).toMatchObject({ allowed: true, headers: { 'x-ratelimit-remaining': '99' } });
  });
});

describe('the model of webhooks', () => {
  test('one change fires several, and an update follows a deletion', () => {
    const crm = filled(1, 1);
    const types = (change: { webhooks: readonly { type: string }[] }) => change.webhooks.map(({ type }) => type);
    expect(types(crm.updateOpportunity(LOCATION, 'deal-0', { status: 'won', monetaryValue: 5 }))).toEqual([
      ...['OpportunityUpdate', 'OpportunityStatusUpdate', 'OpportunityMonetaryValueUpdate'],
    ]);
    expect(types(crm.remove(LOCATION, 'contact', 'contact-0'))).toEqual(['ContactDelete', 'ContactUpdate']);
    expect(types(crm.updateLocation(LOCATION, { timezone: 'America/Denver' }))).toEqual([]);
  });

  async function delivered(statuses: readonly number[]) {
    const received: { readonly body: Buffer; readonly headers: NodeJS.Dict<string | string[]> }[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      received.push({ body: Buffer.concat(chunks), headers: request.headers });
      response.writeHead(statuses[received.length - 1] ?? 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = () => `http://127.0.0.1:${port}/`;
    const sender = createWebhookSender({ url, timeScale: 0.000_001, random: () => 0 });
    const end = await sender.deliver({ type: 'ContactUpdate', webhookId: 'w-1', id: 'contact-1' });
    server.close();
    server.closeAllConnections();
    return { received, end, sender };
  }

  test.each([
    ['an answer of 200', [200], 'delivered', 1],
    ['three refusals by 429', [429, 429, 429, 200], 'delivered', 4],
    ['seven refusals by 429', [429, 429, 429, 429, 429, 429, 429, 200], 'lost', 7],
    ['an answer of 500', [500, 200], 'lost', 1],
    ['an answer of 400', [400, 200], 'lost', 1],
  ] as const)('after %s, the delivery is %s', async (_name, statuses, end, attempts) => {
    const result = await delivered(statuses);
    expect({ end: result.end, attempts: result.received.length }).toEqual({ end, attempts });
  });

  test('both signatures are over the bytes of the body', async () => {
    const { received, sender } = await delivered([200]);
    const [first] = received;
    if (first === undefined) throw new Error('nothing was received');
    const key = (text: string) => createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    const signature = (name: string) => Buffer.from(String(first.headers[name]), 'base64');
    expect(verify(null, first.body, key(sender.keys.ed25519), signature('x-ghl-signature'))).toBe(true);
    expect(verify('sha256', first.body, key(sender.keys.rsa), signature('x-wh-signature'))).toBe(true);
    expect(
      verify(
        null,
        Buffer.concat([first.body, Buffer.from(' ')]),
        key(sender.keys.ed25519),
        signature('x-ghl-signature'),
      ),
    ).toBe(false);
  });
});
