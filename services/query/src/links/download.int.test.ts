import { PdfRenderer } from '@fundlens/credit-reports/pdf-renderer';
import { pdfPages } from '@fundlens/credit-reports/testing/pdf-text';
import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { MIN_SHARE_BYTES } from '../config.ts';
import { queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import type { ReportFixture } from '../testing/read-model-fixtures.ts';
import { REQUIRED_OPTIONS } from '../testing/test-context.ts';
import { LINK_PATH, linkKeys, type PdfLink, signLink } from '../pdf-link.ts';

const MAY_READ_REPORTS = ['read', 'credit_reports'];
const { LINK_SECRET } = REQUIRED_OPTIONS;
const keys = linkKeys(LINK_SECRET, null);

const textOf = (creditor: string) => JSON.stringify({ trades: [{ customerName: `BANK OF ${creditor}` }] });

const harness = await queryHarness();
const { fixtures } = harness;

const newKey = (
  credentialId: string,
  more: { permissions?: string[]; expiresAt?: number; windowLimit?: number } = {},
) =>
  fixtures.credential({ reach: 'agency', companyId: 'acme', permissions: MAY_READ_REPORTS, ...more }, { credentialId });

await fixtures.company('acme');
await fixtures.company('rival');
for (const locationId of ['l1', 'moved']) await fixtures.location(locationId, 'acme');
const report = (requestId: string, more: Partial<ReportFixture> = {}, at = 'l1') =>
  fixtures.creditReport(at, {
    requestId,
    contactId: `c-${requestId}`,
    pulledAt: 1,
    text: textOf(requestId),
    ...more,
  });
await report('old', { contactId: 'c1' });
/** What the report `new` says. */
const digest = await report('new', { contactId: 'c1', pulledAt: 2 });
await report('plain', { renderable: false });
for (const requestId of ['deleted', 'replaced']) await report(requestId);
await report('new', {}, 'moved');
const token = await newKey('key-1');
const query = await harness.start();
// The first PDF of a process waits for its renderer, which a busy machine starts late.
beforeAll(() =>
  vi.waitFor(async () => expect((await follow(await linkTo('new'))).status).toBe(200), { timeout: 50_000 }),
);

const ask = (parameters: string, { asker = token, at = 'l1', service = query } = {}) =>
  service.get(`/credit-reports/pdf-url?locationId=${at}&${parameters}`, { token: asker });

const linkTo = async (requestId: string, from: Parameters<typeof ask>[1] = {}): Promise<string> =>
  (await ask(`requestId=${requestId}`, from)).json.data.url;

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

function handMade(changed: Partial<PdfLink>): string {
  const ids = { locationId: 'l1', companyId: 'acme', credentialId: 'key-1', requestId: 'new' };
  const link = { ...ids, contentDigest: digest, expiresAt: Date.now() + 60_000, ...changed };
  return `https://api.example.test${LINK_PATH}?link=${signLink(keys, link)}`;
}

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
      fixtures.creditReport('l1', { requestId: 'said', contactId: 'c-said', pulledAt: 1, text: said });
    await say(text);
    const url = await linkTo('said');
    const held = (await follow(url)).headers.get('etag') ?? '';
    const { status, headers, bytes } = await follow(url, { held });
    expect([status, headers.get('etag'), bytes.length]).toEqual([304, held, 0]);
    expect(await harness.audited({ headers })).toMatchObject({ status: 304 });
    await say(textOf('second'));
    expect((await follow(url, { held })).status).toBe(404);
    expect((await follow(await linkTo('said'), { held })).status).toBe(200);
  });

  it('refuses every link alike, and reads no report for forged ones', async () => {
    const good = await linkTo('new');
    const [deleted, replaced] = [await linkTo('deleted'), await linkTo('replaced')];
    await fixtures.creditReport('l1', { requestId: 'deleted', contactId: 'c', pulledAt: 1, deleted: true });
    await fixtures.creditReport('l1', { requestId: 'replaced', contactId: 'c', pulledAt: 1, text: '"new"' });
    const revokedKey = await newKey('revoked-later');
    const ofRevoked = await linkTo('new', { asker: revokedKey });
    const ofBlocked = await linkTo('new', { asker: await newKey('blocked-later') });
    const moved = await linkTo('new', { at: 'moved' });
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

  it('is refused to a key that was revoked while its PDF waited and was rendered', async () => {
    const key = await newKey('revoked-meanwhile');
    const url = await linkTo('new', { asker: key });
    const render = vi.spyOn(PdfRenderer.prototype, 'render').mockImplementation(async () => {
      const revoked = { reach: 'agency', companyId: 'acme', permissions: MAY_READ_REPORTS, revokedAt: 1 } as const;
      await fixtures.credential(revoked, { credentialId: 'revoked-meanwhile', token: key });
      return Buffer.from('%PDF-');
    });
    const { status } = await follow(url);
    render.mockRestore();
    expect(status).toBe(404);
  });

  it('counts against the limits of the credential that made the link', async () => {
    const few = await newKey('few', { windowLimit: 3 });
    const url = await linkTo('new', { asker: few });
    expect((await follow(url)).status).toBe(200);
    expect((await follow(url)).status).toBe(200);
    const { status, headers } = await follow(url);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('requestId=new', { asker: few })).status).toBe(429);
  });

  it('takes links of the secret before, until that is gone, and those of the next one where it is told of that', async () => {
    const secret = 'the secret after it, which is long enough too';
    const before = await linkTo('new');
    const opens = (url: string, service: RunningQuery) =>
      expect.poll(async () => (await follow(url, { service })).status, { timeout: 30_000 }).toBe(200);
    const rotated = await harness.start({ LINK_SECRET: secret, LINK_SECRET_PREVIOUS: LINK_SECRET });
    await opens(before, rotated);
    const after = await linkTo('new', { service: rotated });
    expect((await follow(after)).status).toBe(404);
    await opens(after, rotated);
    const told = await harness.start({ LINK_SECRET_PREVIOUS: secret });
    await opens(after, told);
    const later = await harness.start({ LINK_SECRET: secret });
    expect((await follow(before, { service: later })).status).toBe(404);
  });

  it('is in the audit before it is sent, and the link in no log, audit record or metric', async () => {
    const url = await linkTo('new');
    const { headers } = await follow(url);
    expect(await harness.audited({ headers })).toMatchObject({
      operation: 'credit-reports.pdf',
      credentialId: 'key-1',
      companyId: 'acme',
      locationId: 'l1',
      arguments: { requestId: 'new' },
      status: 200,
    });
    await follow(`${url}A`);
    // Records of what is no report are stored together.
    const audit = harness.db.collection('audit_log');
    await expect
      .poll(() => audit.countDocuments({ kind: 'count', status: 404 }), { timeout: 20_000 })
      .toBeGreaterThan(0);
    const signature = new URL(url).searchParams.get('link') ?? '';
    const { text: metrics } = await query.admin('/metrics');
    const said = [...harness.logLines, metrics, JSON.stringify(await audit.find({}).toArray())].join('\n');
    expect(said).toContain(LINK_PATH);
    expect(said).not.toContain(signature.slice(10, 60));
  });

  it.each([
    ['too many PDFs wait', new RetryableError('pdf_queue_full', ''), [503, '2', undefined]],
    ['the report can never be shown', new InvalidError('pdf_too_costly', ''), [404, null, 'pdf_failed']],
    ['rendering has a bug', new FatalError('pdf_failed', ''), [500, null, undefined]],
  ])('says what a client can do where %s', async (_, error, expected) => {
    const render = vi.spyOn(PdfRenderer.prototype, 'render').mockRejectedValue(error);
    const { status, headers, text } = await follow(await linkTo('new'));
    render.mockRestore();
    expect([status, headers.get('retry-after'), JSON.parse(text).error.reason]).toEqual(expected);
    const logged = harness.logLines.find((line) => line.includes(headers.get('x-request-id') ?? ''));
    expect(logged?.includes('answered with an error')).toBe(status === 500);
    expect((await query.admin('/metrics')).text).toContain(`fundlens_query_pdfs_total{outcome="${error.code}"}`);
  });

  it('counts the bytes of a PDF to its company until the client has them', async () => {
    const render = vi.spyOn(PdfRenderer.prototype, 'render').mockResolvedValue(Buffer.alloc(MIN_SHARE_BYTES));
    const service = await harness.start({ MAX_BYTES_IN_FLIGHT: String(4 * MIN_SHARE_BYTES) });
    const { pathname, search } = new URL(await linkTo('new'));
    const unread = await fetch(`http://127.0.0.1:${service.port()}${pathname}${search}`);
    const refused = await follow(await linkTo('old'), { service });
    expect([unread.status, refused.status, JSON.parse(refused.text).error.reason]).toEqual([200, 429, 'company_share']);
    expect(render).toHaveBeenCalledOnce();
    render.mockRestore();
    await unread.body?.cancel();
    await expect.poll(() => service.metric('fundlens_query_in_flight_bytes'), { timeout: 20_000 }).toBe(0);
  });
});
