import { afterEach, describe, expect, test } from 'vitest';
import { FAST_LIMITS, LOCATION, startTestCrm, type TestCrm } from '../testing/test-crm.ts';
import type { Page } from './paging.ts';
import type { Cursor } from './paging.ts';

let open: TestCrm | undefined;

async function start(...args: Parameters<typeof startTestCrm>): Promise<TestCrm> {
  open = await startTestCrm(...args);
  return open;
}

afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function walk<Entity>(read: (cursor: Cursor | null) => Promise<Page<Entity>>): Promise<Entity[]> {
  const all: Entity[] = [];
  for (let cursor: Cursor | null = null, first = true; first || cursor !== null; first = false) {
    const page = await read(cursor);
    all.push(...page.entities);
    cursor = page.next;
  }
  return all;
}

describe('pages of contacts and opportunities', () => {
  test('a walk of opportunities sends both parts of the cursor, and ends', async () => {
    const { crm, client } = await start();
    for (let n = 0; n < 250; n += 1) crm.createOpportunity(LOCATION, `opportunity-${n}`, { contactId: 'contact-1' });
    const walked = await walk((cursor) => client.opportunities(LOCATION, 'bulk', cursor));
    expect(walked.map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_, n) => `opportunity-${n}`));
  });

  test('contacts deleted and added during a walk make it neither skip nor repeat one that stays', async () => {
    const { crm, client } = await start();
    for (let n = 0; n < 300; n += 1) crm.createContact(LOCATION, `contact-${n}`);
    let pages = 0;
    const walked = await walk(async (cursor) => {
      const page = await client.contacts(LOCATION, 'bulk', cursor);
      pages += 1;
      if (pages === 1) {
        for (let n = 0; n < 50; n += 1) crm.remove(LOCATION, 'contact', `contact-${n}`);
        crm.createContact(LOCATION, 'contact-late');
      }
      return page;
    });
    expect(walked.map(({ id }) => id)).toEqual([
      ...Array.from({ length: 300 }, (_, n) => `contact-${n}`),
      'contact-late',
    ]);
  });

  test('a cursor that does not advance is an error, not an endless walk', async () => {
    const { crm, client, server } = await start();
    for (let n = 0; n < 150; n += 1) crm.createOpportunity(LOCATION, `opportunity-${n}`, {});
    server.rewrite = (_request, response) => ({
      ...response,
      body: { ...(response.body as object), meta: { startAfter: 1, startAfterId: 'opportunity-1' } },
    });
    await expect(walk((cursor) => client.opportunities(LOCATION, 'bulk', cursor))).rejects.toMatchObject({
      code: 'crm_cursor_stuck',
    });
  });

  test('pages without a cursor are an error, because entries after them could not be read', async () => {
    const { crm, client, server } = await start();
    crm.createOpportunity(LOCATION, 'opportunity-1', {});
    server.rewrite = (_request, response) => ({ ...response, body: { ...(response.body as object), meta: undefined } });
    await expect(client.opportunities(LOCATION, 'bulk', null)).rejects.toMatchObject({ code: 'crm_cursor_stuck' });
  });
});

describe('entities by id', () => {
  test('documented fields that are missing, null or of another type do not lose the contact', async () => {
    const { crm, client, server } = await start();
    crm.createContact(LOCATION, 'contact-1');
    server.rewrite = () => ({
      status: 200,
      body: { contact: { id: 'contact-1', tags: null, dnd: 'yes', dateAdded: {} } },
    });
    expect(await client.contact(LOCATION, 'webhook', 'contact-1')).toMatchObject({ id: 'contact-1' });
  });

  test.each([404, 400, 422])(
    'a %i that does not say "not found" is an error: it must not read as a deletion',
    async (status) => {
      const { client, server } = await start();
      server.faultOf = () => ({ status });
      await expect(client.contact(LOCATION, 'webhook', 'contact-1')).rejects.toMatchObject({ code: 'crm_refused' });
    },
  );

  test('a response with an entity of another location, or another id, is refused', async () => {
    const { crm, client, server } = await start();
    crm.createContact(LOCATION, 'contact-1');
    server.rewrite = () => ({ status: 200, body: { contact: { id: 'contact-1', locationId: 'loc-other' } } });
    await expect(client.contact(LOCATION, 'webhook', 'contact-1')).rejects.toMatchObject({
      code: 'crm_foreign_location',
    });
    server.rewrite = () => ({ status: 200, body: { contact: { id: 'contact-9', locationId: LOCATION } } });
    await expect(client.contact(LOCATION, 'webhook', 'contact-1')).rejects.toMatchObject({
      code: 'crm_foreign_location',
    });
  });
});

describe('limits and outages', () => {
  test('a burst of 400 reads is never refused, and needs no longer than the limits ask for', async () => {
    const { crm, client, server } = await start();
    crm.createContact(LOCATION, 'contact-1');
    const began = performance.now();
    await Promise.all(Array.from({ length: 400 }, () => client.contact(LOCATION, 'bulk', 'contact-1')));
    expect(server.limits.refusals()).toBe(0);
    // 80 of bulk work in each half second.
    expect(performance.now() - began).toBeGreaterThan(4 * FAST_LIMITS.intervalMs);
  });

  test('another process uses the same limits: refusals are waited out, and the work is done', async () => {
    // The request comes within the interval, however busy the machine is.
    const { crm, client, server } = await start({ serverLimits: { ...FAST_LIMITS, intervalMs: 3_000 } });
    crm.createContact(LOCATION, 'contact-1');
    server.limits.arriveFromElsewhere(LOCATION, 100);
    expect(await client.contact(LOCATION, 'bulk', 'contact-1')).not.toBeNull();
    expect(server.limits.refusals()).toBe(1);
  });

  test('a read for a webhook has whole milliseconds of time', async () => {
    let passed = 0.25;
    const { crm, client } = await start({
      monotonic() {
        passed += 0.333;
        return passed;
      },
    });
    crm.createContact(LOCATION, 'contact-1');
    expect(await client.contact(LOCATION, 'webhook', 'contact-1')).toMatchObject({ id: 'contact-1' });
  });

  test('a read for a webhook does not wait out a long refusal: the delivery comes again', async () => {
    const { client, server } = await start();
    server.faultOf = () => ({ status: 429, headers: { 'retry-after': '20' } });
    await expect(client.contact(LOCATION, 'webhook', 'contact-1')).rejects.toMatchObject({ code: 'crm_rate_limited' });
  });

  test('two failures, one cut connection, then the answer', async () => {
    const { crm, client, server } = await start({ sleep: async () => true });
    crm.createContact(LOCATION, 'contact-1');
    const faults = [{ status: 503 }, { status: 500 }, 'cut'] as const;
    let next = 0;
    server.faultOf = () => faults[next++];
    expect(await client.contact(LOCATION, 'bulk', 'contact-1')).toMatchObject({ id: 'contact-1' });
  });

  test('an outage that lasts is a retryable error that names the endpoint, not the contact', async () => {
    const { client, server } = await start({ sleep: async () => true });
    server.faultOf = () => ({ status: 502 });
    await expect(client.contact(LOCATION, 'bulk', 'contact-1')).rejects.toMatchObject({
      kind: 'retryable',
      code: 'crm_unavailable',
      message: 'HighLevel does not answer /contacts/{id} (status 502).',
    });
  });

  test('a page that is no JSON is an error', async () => {
    const { client, server } = await start();
    server.faultOf = () => 'garbage';
    await expect(client.contacts(LOCATION, 'bulk', null)).rejects.toMatchObject({ code: 'crm_malformed' });
  });

  test('a location without access is an error of its own', async () => {
    const { client } = await start();
    await expect(client.contacts('loc-other', 'bulk', null)).rejects.toMatchObject({ code: 'crm_forbidden' });
  });
});
