import { setTimeout as delay } from 'node:timers/promises';
import { pdfPages } from '@fundlens/credit-reports/testing/pdf-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import { REQUIRED_OPTIONS } from '../testing/test-context.ts';
import { LINK_PATH, linkKeys, type PdfLink, signLink } from '../pdf-link.ts';

const MAY_READ_REPORTS = ['read', 'credit_reports'];
const { LINK_SECRET } = REQUIRED_OPTIONS;
const keys = linkKeys(LINK_SECRET, null);

const textOf = (creditor: string) => JSON.stringify({ trades: [{ customerName: `BANK OF ${creditor}` }] });

let harness: QueryHarness;
let query: RunningQuery;
let token: string;
/** What the report `new` says. */
let digest: string;

beforeAll(async () => {
  harness = await queryHarness();
  const { fixtures } = harness;
  await fixtures.company('acme');
  await fixtures.company('rival');
  for (const locationId of ['l1', 'moved']) await fixtures.location(locationId, 'acme');
  for (const requestId of ['old', 'new', 'plain', 'hollow', 'deleted', 'replaced']) {
    const pulledAt = requestId === 'new' ? 2 : 1;
    const contactId = requestId === 'old' || requestId === 'new' ? 'c1' : `c-${requestId}`;
    const renderable = requestId !== 'plain';
    const text = requestId === 'hollow' ? '{}' : textOf(requestId);
    const said = await fixtures.creditReport('l1', { requestId, contactId, pulledAt, renderable, text });
    if (requestId === 'new') digest = said;
  }
  await fixtures.creditReport('moved', { requestId: 'new', contactId: 'c1', pulledAt: 1, text: textOf('moved') });
  token = await newKey('key-1');
  query = await harness.start();
});
afterAll(() => harness.close());

const newKey = (
  credentialId: string,
  more: { permissions?: string[]; expiresAt?: number; windowLimit?: number } = {},
) =>
  harness.fixtures.credential(
    { reach: 'agency', companyId: 'acme', permissions: MAY_READ_REPORTS, ...more },
    { credentialId },
  );

const ask = (parameters: string, asker = token) =>
  query.get(`/credit-reports/pdf-url?locationId=l1&${parameters}`, { token: asker });

async function linkTo(requestId: string, asker = token, locationId = 'l1'): Promise<string> {
  const { json } = await query.get(`/credit-reports/pdf-url?locationId=${locationId}&requestId=${requestId}`, {
    token: asker,
  });
  return json.data.url;
}

/** Follows a link as a browser would, at the service that is tested. */
async function follow(url: string, { service = query, held = '' } = {}) {
  const { pathname, search } = new URL(url);
  const response = await fetch(`http://127.0.0.1:${service.port()}${pathname}${search}`, {
    headers: { 'If-None-Match': held },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: Buffer.from(bytes).toString('latin1') };
}

/** All of an answer but what is its own. */
function shared({ status, headers, text }: Awaited<ReturnType<typeof follow>>) {
  const own = new Set(['x-request-id', 'date']);
  const kept = [...headers].filter(([name]) => !own.has(name));
  return { status, headers: kept, text: text.replaceAll(/req_[0-9a-f]+/g, 'req_') };
}

const handMade = (link: Partial<PdfLink>) => {
  const defaults = {
    locationId: 'l1',
    companyId: 'acme',
    credentialId: 'key-1',
    requestId: 'new',
    contentDigest: digest,
  };
  return `https://api.example.test${LINK_PATH}?link=${signLink(keys, { ...defaults, expiresAt: Date.now() + 60_000, ...link })}`;
};

const readsOfReports = () =>
  harness.commands.filter(({ command }) => /^credit_report/.test(String(command.find ?? ''))).length;

describe('GET /credit-reports/pdf-url', () => {
  it('gives a link that ends after five minutes, to the report that /credit-reports would give', async () => {
    const { status, json, headers } = await ask('contactId=c1');
    expect([status, json.data.requestId, headers.get('cache-control')]).toEqual([200, 'new', 'no-store']);
    const life = Date.parse(json.data.expiresAt) - Date.now();
    expect(life).toBeGreaterThan(290_000);
    expect(life).toBeLessThanOrEqual(300_000);
    expect(json.data.url).toMatch(/^https:\/\/api\.example\.test\/downloads\/credit-report\.pdf\?link=[\w-]{150,}$/);
    expect((await ask('requestId=old')).json.data.requestId).toBe('old');
  });

  it.each([
    ['there is no such report', 'requestId=nothing', 'report_not_found'],
    ['the report is of another contact', 'requestId=new&contactId=c2', 'report_not_found'],
    ['it cannot be rendered', 'requestId=plain', 'report_not_renderable'],
  ])('is 404 at once when %s, and says so', async (_, parameters, reason) => {
    const { status, headers, json } = await ask(parameters);
    expect([status, headers.get('retry-after')]).toEqual([404, null]);
    const { message, requestId } = json.error;
    expect(json.error).toEqual({ code: 'not_found', message, requestId, reason });
  });

  it('is refused without credit_reports, and for parameters that are wrong', async () => {
    const reader = await newKey('reader', { permissions: ['read'] });
    expect((await ask('requestId=new', reader)).status).toBe(403);
    expect((await ask('')).status).toBe(400);
    expect((await ask('requestId=')).status).toBe(400);
  });
});

describe('GET /downloads/credit-report.pdf', () => {
  it('serves the PDF by its link alone, as a download that no cache keeps', async () => {
    const response = await follow(await linkTo('new'));
    expect([response.status, (await pdfPages(response.bytes)).join()]).toEqual([
      200,
      expect.stringContaining('BANK OF new'),
    ]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="credit-report-new.pdf"',
      'content-length': String(response.bytes.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-request-id': expect.stringMatching(/^req_/),
    });
    expect([...response.headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([]);
  });

  it('is 304 to a client that has it, which is in the audit too, and 200 again once the report says something else', async () => {
    const text = textOf('first');
    const say = (said: string) =>
      harness.fixtures.creditReport('l1', { requestId: 'said', contactId: 'c-said', pulledAt: 1, text: said });
    await say(text);
    const url = await linkTo('said');
    const held = (await follow(url)).headers.get('etag') ?? '';
    const { status, headers, bytes } = await follow(url, { held });
    expect([status, headers.get('etag'), bytes.length]).toEqual([304, held, 0]);
    const audit = harness.db.collection<{ _id: string; status: number }>('audit_log');
    expect(await audit.findOne({ _id: headers.get('x-request-id') ?? '' })).toMatchObject({ status: 304 });
    await say(textOf('second'));
    expect((await follow(url, { held })).status).toBe(404);
    expect((await follow(await linkTo('said'), { held })).status).toBe(200);
  });

  it('is 404 and says so where the report never becomes a PDF', async () => {
    const { status, headers, text } = await follow(await linkTo('hollow'));
    expect([status, headers.get('retry-after'), JSON.parse(text).error.reason]).toEqual([404, null, 'pdf_failed']);
  });

  it('refuses every link alike, and reads no report for forged ones', async () => {
    const good = await linkTo('new');
    const [deleted, replaced] = [await linkTo('deleted'), await linkTo('replaced')];
    const { fixtures } = harness;
    await fixtures.creditReport('l1', { requestId: 'deleted', contactId: 'c', pulledAt: 1, deleted: true });
    await fixtures.creditReport('l1', { requestId: 'replaced', contactId: 'c', pulledAt: 1, text: '"new"' });
    const revokedKey = await newKey('revoked-later');
    const ofRevoked = await linkTo('new', revokedKey);
    const ofBlocked = await linkTo('new', await newKey('blocked-later'));
    const moved = await linkTo('new', token, 'moved');
    await fixtures.location('moved', 'rival');
    await fixtures.credential(
      { reach: 'agency', companyId: 'acme', permissions: MAY_READ_REPORTS, revokedAt: 1 },
      { credentialId: 'revoked-later', token: revokedKey },
    );
    await newKey('expired', { expiresAt: Date.now() - 1 });
    await newKey('no-reports', { permissions: ['read'] });
    const endBlock = await fixtures.block('credential:blocked-later');

    const expected = shared(await follow(`https://api.example.test${LINK_PATH}`));
    expect(expected).toMatchObject({ status: 404, text: expect.stringContaining('not_found') });
    const notOurs = [
      `${good}A`,
      good.slice(0, -1),
      good.replace('link=', 'link=A'),
      `${good}&link=x`,
      `${good}&x=1`,
      handMade({ expiresAt: Date.now() }),
      handMade({ credentialId: 'unknown' }),
      handMade({ credentialId: 'expired' }),
      handMade({ credentialId: 'no-reports' }),
      handMade({ companyId: 'rival' }),
      ofRevoked,
      ofBlocked,
    ];
    harness.commands.length = 0;
    for (const url of notOurs) expect(shared(await follow(url)), url).toEqual(expected);
    expect(shared(await follow(moved))).toEqual(expected);
    expect(shared(await follow(handMade({ locationId: 'nowhere' })))).toEqual(expected);
    expect(readsOfReports()).toBe(0);
    for (const url of [deleted, replaced, handMade({ requestId: 'nothing' })]) {
      expect(shared(await follow(url)), url).toEqual(expected);
    }
    await endBlock();
    expect((await follow(good)).status).toBe(200);
  });

  it('counts against the limits of the credential that made the link', async () => {
    const few = await newKey('few', { windowLimit: 3 });
    const url = await linkTo('new', few);
    expect((await follow(url)).status).toBe(200);
    expect((await follow(url)).status).toBe(200);
    const { status, headers } = await follow(url);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('requestId=new', few)).status).toBe(429);
  });

  it('takes links of the secret before, until that is gone, and those of the next one where it is told of that', async () => {
    const secret = 'the secret after it, which is long enough too';
    const before = await linkTo('new');
    // The first PDF of a process waits for its renderer, which a busy machine starts late.
    const opens = (url: string, service: RunningQuery) =>
      expect.poll(async () => (await follow(url, { service })).status, { timeout: 30_000 }).toBe(200);
    const rotated = await harness.start({ LINK_SECRET: secret, LINK_SECRET_PREVIOUS: LINK_SECRET });
    await opens(before, rotated);
    const { json } = await rotated.get('/credit-reports/pdf-url?locationId=l1&requestId=new', { token });
    expect((await follow(json.data.url)).status).toBe(404);
    await opens(json.data.url, rotated);
    const told = await harness.start({ LINK_SECRET_PREVIOUS: secret });
    await opens(json.data.url, told);
    const later = await harness.start({ LINK_SECRET: secret });
    expect((await follow(before, { service: later })).status).toBe(404);
  });

  it('is in the audit before it is sent, and the link in no log, audit record or metric', async () => {
    const url = await linkTo('new');
    const { headers } = await follow(url);
    const audit = harness.db.collection<{ _id: string; operation: string }>('audit_log');
    const record = await audit.findOne({ _id: headers.get('x-request-id') ?? '' });
    expect(record).toMatchObject({
      operation: 'credit-reports.pdf',
      credentialId: 'key-1',
      companyId: 'acme',
      locationId: 'l1',
      arguments: { requestId: 'new' },
      status: 200,
    });
    await follow(`${url}A`);
    await delay(200);
    const signature = new URL(url).searchParams.get('link') ?? '';
    const metrics = await (await fetch(`http://127.0.0.1:${query.adminPort()}/metrics`)).text();
    const said = [...harness.logLines, metrics, JSON.stringify(await audit.find({}).toArray())].join('\n');
    expect(said).toContain(LINK_PATH);
    expect(said).not.toContain(signature.slice(10, 60));
  });
});
