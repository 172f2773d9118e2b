import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atEnd } from '@fundlens/runtime/testing/at-end';
import { temporaryDirectory } from '@fundlens/runtime/testing/temporary-directory';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Cursor } from '../crm-reader.ts';
import { FAST_LIMITS, LOCATION, startTestCrm, type TestCrm, TOKEN } from '../testing/test-crm.ts';
import { accessTokensOf, crmApiOptions } from './options.ts';
import type { Page } from './paging.ts';

const CONTACT = { kind: 'contact', locationId: LOCATION, id: 'contact-1' } as const;
const FRESH = 'webhook';
const FIRST = { purpose: 'bulk', cursor: null } as const;

async function start(...args: Parameters<typeof startTestCrm>): Promise<TestCrm> {
  const started = await startTestCrm(...args);
  atEnd(started.close);
  return started;
}

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
    const walked = await walk((cursor) => client.list('opportunity', LOCATION, { purpose: 'bulk', cursor }));
    expect(walked.map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_, n) => `opportunity-${n}`));
  });

  test('contacts deleted and added during a walk make it neither skip nor repeat one that stays', async () => {
    const { crm, client } = await start();
    for (let n = 0; n < 300; n += 1) crm.createContact(LOCATION, `contact-${n}`);
    let pages = 0;
    const walked = await walk(async (cursor) => {
      const page = await client.list('contact', LOCATION, { purpose: 'bulk', cursor });
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

  test.each([
    ['that does not advance, which would be an endless walk', { startAfter: 1, startAfterId: 'opportunity-1' }],
    ['that is missing, because entries after it could not be read', undefined],
  ])('a cursor is an error %s', async (_, meta) => {
    const { crm, client, server } = await start();
    for (let n = 0; n < 150; n += 1) crm.createOpportunity(LOCATION, `opportunity-${n}`, {});
    server.rewrite = (_request, response) => ({ ...response, body: { ...(response.body as object), meta } });
    const walked = walk((cursor) => client.list('opportunity', LOCATION, { purpose: 'bulk', cursor }));
    await expect(walked).rejects.toMatchObject({ code: 'crm_cursor_stuck' });
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
    expect(await client.readEntity(CONTACT, FRESH)).toMatchObject({ id: 'contact-1' });
  });

  test.each([404, 400, 422])(
    'a %i that does not say "not found" is an error: it must not read as a deletion',
    async (status) => {
      const { client, server } = await start();
      server.faultOf = () => ({ status });
      await expect(client.readEntity(CONTACT, FRESH)).rejects.toMatchObject({ code: 'crm_refused' });
    },
  );

  test.each([
    { id: 'contact-1', locationId: 'loc-other' },
    { id: 'contact-9', locationId: LOCATION },
  ])('another entity than was asked for is refused: %j', async (contact) => {
    const { client, server } = await start();
    server.rewrite = () => ({ status: 200, body: { contact } });
    await expect(client.readEntity(CONTACT, FRESH)).rejects.toMatchObject({ code: 'crm_foreign_location' });
  });
});

describe('limits and outages', () => {
  test('another process uses the same limits: refusals are waited out, and the work is done', async () => {
    let now = 0;
    const { crm, client, server } = await start({
      monotonic: () => now,
      async sleep(ms) {
        now += ms;
        return true;
      },
    });
    crm.createContact(LOCATION, 'contact-1');
    server.limits.arriveFromElsewhere(LOCATION, FAST_LIMITS.perInterval);
    expect((await client.list('contact', LOCATION, FIRST)).entities).toHaveLength(1);
    expect([server.limits.refusals(), now >= FAST_LIMITS.intervalMs]).toEqual([1, true]);
  });

  test('many requests at once stay within the limits', async () => {
    const { client, server } = await start();
    await Promise.all(Array.from({ length: 150 }, () => client.list('contact', LOCATION, FIRST)));
    expect([server.requests.length, server.limits.refusals()]).toEqual([150, 0]);
  });

  test('a token file that holds no token takes no places of the limits, and is told', async () => {
    const file = join(temporaryDirectory(), 'token');
    await writeFile(file, 'one line\nand another');
    const config = z.object(crmApiOptions).parse({ HIGHLEVEL_TOKEN: TOKEN, HIGHLEVEL_TOKEN_FILE: file });
    const { client } = await start({ tokens: accessTokensOf(config) });
    for (let times = 0; times < FAST_LIMITS.perInterval; times += 1)
      await expect(client.list('contact', LOCATION, FIRST)).rejects.toMatchObject({ code: 'crm_unauthorized' });
    await writeFile(file, TOKEN);
    expect((await client.list('contact', LOCATION, FIRST)).entities).toEqual([]);
  });

  test('a read for a webhook does not wait out a long refusal: the delivery comes again', async () => {
    const { client, server } = await start();
    server.faultOf = () => ({ status: 429, headers: { 'retry-after': '20' } });
    await expect(client.readEntity(CONTACT, FRESH)).rejects.toMatchObject({ code: 'crm_rate_limited' });
  });

  test('two failures, one cut connection, then the answer', async () => {
    const { crm, client, server } = await start({ sleep: async () => true });
    crm.createContact(LOCATION, 'contact-1');
    const faults = [{ status: 503 }, { status: 500 }, 'cut'] as const;
    let next = 0;
    server.faultOf = () => faults[next++];
    expect((await client.list('contact', LOCATION, FIRST)).entities).toHaveLength(1);
  });

  test.each([
    [
      'an outage that lasts',
      { status: 502 },
      'crm_unavailable',
      'HighLevel does not answer /contacts/search (status 502).',
    ],
    [
      'a page that is no JSON',
      'garbage',
      'crm_malformed',
      "HighLevel's response to /contacts/search is not as expected: body must be JSON.",
    ],
  ] as const)('%s is an error that names the endpoint, not the contact', async (_, fault, code, message) => {
    const { client, server } = await start({ sleep: async () => true });
    server.faultOf = () => fault;
    await expect(client.list('contact', LOCATION, FIRST)).rejects.toMatchObject({ code, message });
  });
});

const ref = (kind: 'contact' | 'pipeline' | 'customField' | 'location' | 'installation' | 'company', id: string) => ({
  ...{ kind, locationId: LOCATION, id },
});

test('gives what the route of an entity says: found, or absent', async () => {
  const { crm, client, server } = await start();
  crm.createContact(LOCATION, 'contact-1', { firstName: 'Ada', unknownField: [1] });
  crm.put(LOCATION, 'pipeline', 'pipeline-1', { name: 'Funding', stages: [] });
  crm.put(LOCATION, 'customField', 'field-1', { name: 'Revenue', dataType: 'NUMERICAL' });
  const read = async (...args: Parameters<typeof ref>) => await client.readEntity(ref(...args), FRESH);
  expect(await read('contact', 'contact-1')).toMatchObject({ firstName: 'Ada', unknownField: [1] });
  // Never by a search, which may lag.
  expect(server.requests).toEqual(['GET /contacts/contact-1']);
  expect(await read('contact', 'contact-2')).toBe('absent');
  expect(await read('pipeline', 'pipeline-1')).toMatchObject({ name: 'Funding' });
  expect(await read('customField', 'field-1')).toMatchObject({ dataType: 'NUMERICAL' });
  expect(await read('customField', 'field-2')).toBe('absent');
  expect(await read('location', LOCATION)).toMatchObject({ id: LOCATION });
});

test('a location that is not open, or no longer, is told apart from an absent entity', async () => {
  const { client, server } = await start();
  const other = client.readEntity({ kind: 'contact', locationId: 'loc-other', id: 'c-1' }, FRESH);
  await expect(other).rejects.toMatchObject({ code: 'crm_forbidden' });
  server.tokens.revokeAll();
  const revoked = client.readEntity(ref('contact', 'contact-1'), FRESH);
  await expect(revoked).rejects.toMatchObject({ code: 'crm_unauthorized' });
});

test("installations and companies are not read without the app's id", async () => {
  const { client } = await start();
  expect(await client.readEntity(ref('installation', 'company-1'), FRESH)).toBe('no_access');
  expect(await client.readEntity({ kind: 'company', locationId: null, id: 'company-1' }, FRESH)).toBe('no_access');
});
