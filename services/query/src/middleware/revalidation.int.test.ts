import type { Document } from 'mongodb';
import { expect, it } from 'vitest';
import { type Answered, queryHarness } from '../testing/query-harness.ts';

/** Does not get much shorter than a fifth, like real ones. */
const REPORT = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ account: Math.imul(at, 2_654_435_761) })));

const harness = await queryHarness();
const { fixtures } = harness;
await fixtures.company('acme');
for (const locationId of ['l1', 'l2']) {
  await fixtures.location(locationId, 'acme');
  await fixtures.contact(locationId, { contactId: 'c1', email: `of-${locationId}@example.com` });
  await fixtures.contact(locationId, { contactId: 'c2' });
  await fixtures.application(locationId, { contactId: 'c1', submittedAt: 1, stage: 'funded' });
  await fixtures.creditReport(locationId, { requestId: 'r1', contactId: 'c1', pulledAt: 1, text: REPORT });
}
for (let at = 3; at < 100; at += 1) await fixtures.contact('l1', { contactId: `c${at}`, tags: [`tag-${at}`] });
const permissions = ['read', 'credit_reports'];
const token = await fixtures.credential({ reach: 'location', companyId: 'acme', pinnedLocationId: 'l1', permissions });
const agency = await fixtures.credential({ reach: 'agency', companyId: 'acme', permissions });
const query = await harness.start();

const ask = (path: string, tags?: string, key = token) =>
  query.get(path, { token: key, headers: tags === undefined ? {} : { 'If-None-Match': tags } });
const tagOf = ({ headers }: Answered) => headers.get('etag') ?? 'none';
const left = ({ headers }: Answered) => Number(headers.get('x-ratelimit-remaining'));

it.each([
  '/contacts/c1?include=application,nextSteps',
  '/pipeline',
  '/locations',
  '/custom-fields',
  '/dashboard/stats',
])('%s gives 304 without a body while the client holds the same data, and counts it', async (path) => {
  const first = await ask(path);
  const again = await ask(path, `"another", ${tagOf(first)}`);
  expect([first.status, again.status, again.text]).toEqual([200, 304, '']);
  expect([tagOf(again), left(again)]).toEqual([tagOf(first), left(first) - 1]);
  expect(Object.fromEntries(again.headers)).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Accept-Encoding',
    'x-request-id': expect.stringMatching(/^req_/),
  });
  expect([again.headers.get('content-type'), again.headers.get('content-length')]).toEqual([null, null]);
  const entries = harness.db.collection<Document & { _id: string }>('audit_log');
  const _id = again.headers.get('x-request-id') ?? '';
  await expect.poll(() => entries.findOne({ _id })).toMatchObject({ status: 304, code: null });
});

it('sends the whole response with another tag when something has changed', async () => {
  const before = tagOf(await ask('/contacts/c2'));
  await fixtures.contact('l1', { contactId: 'c2', tags: ['new'] });
  const after = await ask('/contacts/c2', before);
  expect([after.status, after.json.data.tags]).toEqual([200, ['new']]);
  expect(tagOf(after)).not.toBe(before);
});

it('compares with the data of the key itself, not of another key', async () => {
  const other = tagOf(await ask('/contacts/c1?locationId=l2', undefined, agency));
  const own = await ask('/contacts/c1?locationId=l2', other);
  expect([own.status, own.json.data.email]).toEqual([200, 'of-l1@example.com']);
});

it.each(['/credit-reports?requestId=r1', '/credential'])('%s is never stored, so it has no tag', async (path) => {
  const { status, headers } = await ask(path, '*');
  expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([200, 'no-store', null]);
});

it.each([
  ['br', '/contacts?limit=100'],
  ['br', '/credit-reports?requestId=r1'],
  ['gzip', '/contacts?limit=100'],
  ['gzip', '/credit-reports?requestId=r1'],
])('in %s %s has the same data and entity tag', async (coding, path) => {
  const inCoding = (accepted: string) => query.get(path, { token, headers: { 'Accept-Encoding': accepted } });
  const [plain, coded] = [await inCoding('identity'), await inCoding(coding)];
  const headersOf = ({ headers }: Answered) => ['content-encoding', 'vary', 'etag'].map((name) => headers.get(name));
  const shared = ['Authorization, Accept-Encoding', plain.headers.get('etag')];
  expect([headersOf(plain), headersOf(coded)]).toEqual([
    [null, ...shared],
    [coding, ...shared],
  ]);
  expect(coded.json.data).toEqual(plain.json.data);
  expect(Number(coded.headers.get('content-length'))).toBeLessThan(plain.text.length / 2);
});
