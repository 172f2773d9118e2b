import { isDeepStrictEqual } from 'node:util';
import { CHANGE_TYPES } from '@fundlens/read-models/changed-entity';
import { AS_OF_AHEAD_MS } from '@fundlens/read-models/checkpoint';
import { PAST_DAYS } from '@fundlens/read-models/dashboards/dashboard-window';
import { localDay } from '@fundlens/read-models/dashboards/local-day';
import { collectionName } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { GENERATIONS, type GenerationPointer } from '@fundlens/read-models/generation';
import { ensureIndexes } from '@fundlens/read-models/store';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_COMPANY_LOCATIONS } from '../credentials/access-state.ts';
import { type Answered, queryHarness } from '../testing/query-harness.ts';
import { CONTACT_RECORDS } from './contact-records.ts';
import { cursorKeys, openWalk } from './paging.ts';

const harness = await queryHarness();
const { fixtures } = harness;
await fixtures.company('acme');
await fixtures.company('rival');
for (const id of ['l1', 'l2', 'l3']) await fixtures.location(id, 'acme');
await fixtures.location('foreign', 'rival');
await fixtures.location('gone', null);
const agency = await fixtures.credential({
  reach: 'agency',
  companyId: 'acme',
  permissions: ['read', 'credit_reports'],
});
const pinned = { reach: 'location', companyId: 'acme', pinnedLocationId: 'l1' } as const;
const key = await fixtures.credential(pinned);
const reportKey = await fixtures.credential({ ...pinned, permissions: ['read', 'credit_reports'] });
await fixtures.contact('l1', { contactId: 'c1', createdAt: 1, email: 'ada@example.com' });
await fixtures.contact('l1', { contactId: 'c2', createdAt: 2 });
await fixtures.contact('l1', { contactId: 'c3', createdAt: null });
await fixtures.contact('l1', { contactId: 'deleted', deleted: true });
await fixtures.application('l1', { contactId: 'c1', submittedAt: 10 });
await fixtures.application('l1', { contactId: 'c2', submittedAt: 20 });
await fixtures.creditReport('l1', { requestId: 'r1', contactId: 'c1', pulledAt: 100 });
await fixtures.creditReport('l1', { requestId: 'r3', contactId: 'c1', pulledAt: 300, deleted: true });
const query = await harness.start({ PIPELINE_STAGES: 'later_stage, not reached,first' });

/** What a 400 says is wrong. */
function problemsOf({ status, json }: Answered): string[] {
  expect(status).toBe(400);
  return json.error.details.map((one: { parameter: string; rule: string }) => `${one.parameter} ${one.rule}`);
}

/** Those that a contact without any shows as empty. */
const RECORDS = CONTACT_RECORDS.filter(({ empty }) => empty !== undefined);

it('GET /locations leaves out a location that an invalid event blocks', async () => {
  const unblock = await fixtures.block('location:l3');
  const { json } = await query.get('/locations', { token: agency });
  await unblock();
  expect(json.data.locations.map((location: { locationId: string }) => location.locationId)).toEqual(['l1', 'l2']);
});

describe('what belongs to a contact', () => {
  beforeAll(async () => {
    for (const contactId of ['c1', 'unheard-of', 'gone']) await fixtures.children('l1', contactId);
    await fixtures.children('l1', 'gone', { deleted: true });
    await fixtures.children('foreign', 'theirs');
  });

  it.each(['missing', 'deleted', 'gone', 'theirs', 'a%2Fb', '%00', 'c1%20', 'c+1', 'foreign%3Atheirs', '__proto__'])(
    'is 404 of %s, as the contact is',
    async (id) => {
      for (const path of [`/deals/${id}`, `/contacts/${id}`, ...RECORDS.map(({ path }) => `/contacts/${id}/${path}`)]) {
        const { status, json } = await query.get(path, { token: key });
        expect([path, status, json.error.code]).toEqual([path, 404, 'not_found']);
      }
    },
  );

  it.each(RECORDS)(
    'is shown before the contact arrives, and empty without any: $path',
    async ({ view, path, empty }) => {
      const dataOf = async (contactId: string) =>
        (await query.get(`/contacts/${contactId}/${path}`, { token: key })).json.data;
      expect(await dataOf('c3')).toEqual(empty?.('c3'));
      const isOfContact = view.reads.includes('contact');
      expect(isDeepStrictEqual(await dataOf('unheard-of'), empty?.('unheard-of'))).toBe(isOfContact);
    },
  );

  it('tells a contact without an application from one that does not exist, and refuses another location', async () => {
    const error = async (target: string) => {
      const { status, json } = await query.get(target, { token: agency });
      return [status, json.error.message, json.error.reason];
    };
    const none = [404, 'The contact has no application.', 'application_not_found'];
    // The plans and results of one of them arrived before it.
    for (const id of ['c3', 'unheard-of'])
      expect(await error(`/contacts/${id}/application?locationId=l1`)).toEqual(none);
    const noContact = [404, 'The location has no such contact.', undefined];
    expect(await error('/contacts/missing/application?locationId=l1')).toEqual(noContact);
    expect((await error('/contacts/c1/application?locationId=foreign'))[0]).toBe(403);
  });
});

describe('GET /changes', () => {
  /** The read models have all that changed until the instant. */
  async function complete(upTo: number, generation = 1) {
    const asOf = upTo + AS_OF_AHEAD_MS;
    for (const stream of ['crm', 'funding'] as const) await fixtures.progress(stream, stream, [{ asOf }], generation);
    harness.pass();
  }
  const followed = async (path: string) => (await query.get(path, { token: key })).json.data;

  it('tells of nothing while it is not known how far the read models are', async () => {
    expect(await followed('/changes')).toEqual({
      returned: 0,
      nextCursor: expect.any(String),
      hasMore: false,
      upTo: '1970-01-01T00:00:00.000Z',
      delayedSince: '1970-01-01T00:00:00.000Z',
      resync: false,
      changes: [],
    });
    for (const path of ['/pipeline', '/contacts', '/deals']) {
      const updated = await followed(`${path}?updatedSince=1970-01-01T00:00:00Z`);
      expect(updated).toMatchObject({ returned: 0, nextCursor: null });
    }
  });

  it('says since when later changes are not told, once that is longer than a minute', async () => {
    await complete(Date.now() - 90_000);
    const { upTo, hasMore, delayedSince } = await followed('/changes');
    expect([hasMore, delayedSince]).toEqual([false, upTo]);
    await complete(Date.now() - 30_000);
    expect((await followed('/changes')).delayedSince).toBeNull();
  });

  it('tells everything once more when readers have switched to another generation', async () => {
    await complete(Date.now());
    const { nextCursor, changes } = await followed('/changes');
    const again = `/changes?cursor=${nextCursor}`;
    expect(await followed(again)).toMatchObject({ resync: false, returned: 0 });
    for (const { name } of readModels) {
      await harness.db
        .collection(collectionName(name, 1))
        .aggregate([{ $out: collectionName(name, 2) }])
        .toArray();
    }
    await ensureIndexes(harness.db, 2, { standInIndexes: false });
    const pointers = harness.db.collection<GenerationPointer>(GENERATIONS);
    await pointers.updateOne({}, { $set: { active: 2 } });
    await fixtures.heartbeat(Date.now(), 2);
    await complete(Date.now(), 2);
    expect(changes).not.toEqual([]);
    const after = await followed(again);
    await pointers.updateOne({}, { $set: { active: 1 } });
    harness.pass();
    expect(after).toMatchObject({ resync: true, changes });
  });

  it('tells everything once more to a client whose cursor is of the build before, which knew rules instead', async () => {
    await complete(Date.now());
    const caller = { reach: 'location', companyId: 'acme', locationId: 'l1' } as const;
    const walk = { route: '/changes', caller, filters: { types: [...CHANGE_TYPES].sort().join() } };
    const { cursorOf } = openWalk(cursorKeys(harness.environment.CURSOR_SECRET), walk, undefined);
    const cursor = cursorOf(JSON.stringify([1, 'rules', Date.now(), 16, null]));
    const { changes } = await followed('/changes');
    expect(await followed(`/changes?cursor=${cursor}`)).toMatchObject({ resync: true, changes });
  });
});

it('include is part of the entity tag, and of no cursor', async () => {
  const tag = async (search: string) => (await query.get(`/pipeline${search}`, { token: key })).headers.get('etag');
  expect(await tag('?include=nextSteps')).not.toBe(await tag(''));
  expect(await tag('?include=nextSteps,creditSummary')).toBe(await tag('?include=creditSummary,nextSteps'));
  for (const list of ['/contacts', '/pipeline']) {
    const first = await query.get(`${list}?limit=1&include=nextSteps`, { token: key });
    const cursor: string = first.json.data.nextCursor;
    const next = await query.get(`${list}?limit=1&cursor=${cursor}`, { token: key });
    expect([next.status, next.json.data.contacts[0].included]).toEqual([200, undefined]);
  }
});

describe('GET /dashboard/stats?scope=company', () => {
  let chain: string;

  beforeAll(async () => {
    await fixtures.company('chain');
    const today = localDay(Date.now(), 'UTC');
    for (const index of [0, 1, 2]) {
      const locationId = `chain-${index}`;
      await fixtures.location(locationId, 'chain');
      const sums = new Map([['credit.reports', new Map([[today, 2 ** index]])]]);
      await fixtures.dashboardWindow(locationId, { timeZone: 'UTC', firstDay: today - PAST_DAYS, sums });
    }
    await fixtures.location('chain-new', 'chain');
    chain = await fixtures.credential({ reach: 'agency', companyId: 'chain' });
  });
  const company = (search = '', token = chain, headers = {}) =>
    query.get(`/dashboard/stats?scope=company${search}`, { token, headers });

  it('counts no foreign, uninstalled, transferred or blocked location', async () => {
    const counted = async () => {
      const { data } = (await company()).json;
      return [data.company.locations, data.credit.reportsPulled];
    };
    await fixtures.location('chain-1', 'rival');
    expect(await counted()).toEqual([3, 5]);
    await fixtures.location('chain-1', null);
    expect(await counted()).toEqual([3, 5]);
    await fixtures.location('chain-1', 'chain');
    const endBlock = await fixtures.block('location:chain-0');
    expect(await counted()).toEqual([3, 6]);
    await endBlock();
    expect(await counted()).toEqual([4, 7]);
  });

  it('is refused to a company with more locations than are added up, and to one that is suspended', async () => {
    await fixtures.company('vast');
    const vast = await fixtures.credential({ reach: 'agency', companyId: 'vast' });
    for (let index = 0; index <= MAX_COMPANY_LOCATIONS; index += 1) await fixtures.location(`vast-${index}`, 'vast');
    expect(problemsOf(await company('', vast))).toEqual(['scope too_many_locations']);
    await fixtures.company('vast', { state: 'suspended' });
    harness.pass();
    expect((await company('', vast)).status).toBe(403);
  });

  it.each([
    ['a location key', 'scope agency_only', () => company('', key)],
    ['a location', 'locationId excluded', () => company('&locationId=chain-0')],
    ['a position', 'X-Wait-For-Position excluded', () => company('', chain, { 'X-Wait-For-Position': 'crm/0/0' })],
  ])('is refused to %s', async (_, problem, ask) => {
    expect(problemsOf(await ask())).toEqual([problem]);
  });
});

it('GET /pipeline/stages gives the stages of the board, empty ones of a location in which nothing has happened', async () => {
  const { status, json } = await query.get('/pipeline/stages?locationId=l2', { token: agency });
  const stages: readonly { stage: string; applications: number }[] = json.data.stages;
  const empty = ['later_stage', 'not reached', 'first'].map((stage) => [stage, 0]);
  expect(stages.map(({ stage, applications }) => [stage, applications])).toEqual(empty);
  expect([status, json.data.otherStages.applications]).toEqual([200, 0]);
});

describe('GET /credit-reports', () => {
  it.each(['?requestId=nope', '?requestId=r3', '?contactId=c3', '?requestId=r1&contactId=c2'])(
    'answers 404 for what is missing, deleted, or of another contact: %s',
    async (search) => expect((await query.get(`/credit-reports${search}`, { token: reportKey })).status).toBe(404),
  );

  it('sends the stored bytes, whatever their spelling of numbers, and reports of many megabytes', async () => {
    const text = `{"amount":1.10,"amount":1E400,"filler":"${'x'.repeat(9 * 1024 * 1024)}"}`;
    await fixtures.creditReport('l1', { requestId: 'big', contactId: 'c9', pulledAt: 1, text });
    const response = await query.get('/credit-reports?requestId=big', { token: reportKey });
    expect(response.text.endsWith(`,"report":${text}},"requestId":"${response.json.requestId}"}`)).toBe(true);
  });
});

describe('bad parameters', () => {
  it.each([
    ['/contacts?limit=05', 'limit must be a whole number from 1 to 500.'],
    ['/contacts?limit=5&limit=5', 'limit must be given once.'],
    ['/contacts?email=+', 'email must not be blank.'],
    ['/contacts?phone=12', 'phone must have 7 to 15 digits.'],
    ['/contacts?tag=%E0%A4%A', 'tag must be percent-encoded UTF-8.'],
    [`/contacts?query=${'a'.repeat(129)}`, 'query must have 1 to 128 characters.'],
    ['/contacts?query=j', /^query must have a word of 2 or more letters or digits/],
    ['/contacts?query=aa+bb+cc+dd+ee+ff+gg+hh+ii', 'query must have at most 8 words.'],
    ['/contacts?include=contact,,', /^include must be one or more of /],
    ['/contacts?name=ada', /^The parameter name is not known here/],
    ['/contacts?123-45-6789=1', /^A parameter of the query is not known here/],
    ['/contacts?t%61g=a&tag=b', 'tag must be given once.'],
    ['/contacts?cursor=abc', /^cursor must be the nextCursor of the page before/],
    [`/contacts/${'a'.repeat(129)}`, 'contactId must have 1 to 128 characters.'],
    ['/contacts/%E0%A4%A', 'contactId must be percent-encoded UTF-8.'],
    ['/contacts/c1?contactId=c2', /^The parameter contactId is not known here/],
    ['/pipeline?pipelineType=deal', 'pipelineType must be applicant.'],
    ['/deals?status=OPEN', 'status must be one of open, won, lost, abandoned.'],
    ['/credit-reports', 'contactId or requestId is required.'],
    [`/credit-reports?contactId=${'é'.repeat(129)}`, 'contactId must have 1 to 128 characters.'],
    [`/contacts?tag=${'a'.repeat(7_000)}`, /^The query is longer than/],
    [`/contacts?${'&a'.repeat(40)}`, /^The query has more than/],
  ])('%s is 400', async (path, message) => {
    const { status, json } = await query.get(path, { token: reportKey });
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
    expect(json.error.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('names every parameter that is wrong, once and without values', async () => {
    const search = 'limit=5&limit=secret&tag=&nope=secret&cursor=secret!&email=%FF';
    const headers = { 'X-Wait-For-Position': 'secret' };
    const answered = await query.get(`/contacts?${search}`, { token: agency, headers });
    const { code, message, requestId, details, ...more } = answered.json.error;
    expect([code, more]).toEqual(['invalid_request', {}]);
    expect(problemsOf(answered)).toEqual([
      ...['limit repeated', 'nope unknown', 'email encoding', 'locationId required', 'tag length', 'cursor format'],
      'X-Wait-For-Position format',
    ]);
    expect(JSON.stringify([message, details]) + requestId).not.toContain('secret');
  });
});

describe('the location', () => {
  it('is ignored for location keys, whatever it says', async () => {
    for (const given of ['l2', 'foreign', '', 'a'.repeat(65), '%FF', 'l2&locationId=foreign']) {
      const { json } = await query.get(`/contacts/c1?locationId=${given}`, { token: key });
      expect(json.data.email).toBe('ada@example.com');
    }
  });

  it('is refused alike when foreign, unknown or transferred out', async () => {
    const responses = [];
    for (const given of ['foreign', 'unknown', 'gone', 'l1%3Ac1', '%00', '__proto__']) {
      const { status, headers, json } = await query.get(`/contacts/c1?locationId=${given}`, { token: agency });
      expect(json.error.requestId).toBe(headers.get('x-request-id'));
      const shown = Object.fromEntries(
        [...headers].filter(([name]) => !/^(date|x-request-id|.*ratelimit.*)$/.test(name)),
      );
      responses.push(JSON.stringify({ status, shown, error: { ...json.error, requestId: '' } }));
    }
    expect(new Set(responses).size).toBe(1);
    expect(responses[0]).toContain('"status":403');
    expect(responses[0]).toContain('"code":"forbidden"');
  });
});

describe('permissions', () => {
  it('refuses everything without read, counts it for its key alone, and says so in counts', async () => {
    const token = await fixtures.credential({ ...pinned, permissions: ['credit_reports'], windowLimit: 5 });
    for (const remaining of ['4', '3', '2', '1', '0']) {
      const { status, json, headers } = await query.get('/contacts/c1', { token });
      expect([status, json.error.code, headers.get('x-ratelimit-remaining')]).toEqual([403, 'forbidden', remaining]);
    }
    const { status, json, headers } = await query.get('/contacts/c1', { token });
    expect([status, json.error.reason]).toEqual([429, 'rate_window']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('leaves the quota of the company to those of its keys that have read, which a refused report spends too', async () => {
    await fixtures.company('thrifty', { dailyQuota: 2 });
    const blind = await fixtures.credential({ reach: 'agency', companyId: 'thrifty', permissions: [] });
    const reading = await fixtures.credential({ reach: 'agency', companyId: 'thrifty' });
    for (let more = 3; more > 0; more -= 1) expect((await query.get('/locations', { token: blind })).status).toBe(403);
    expect((await query.get('/locations', { token: reading })).status).toBe(200);
    const report = '/credit-reports?requestId=r1&locationId=l1';
    expect((await query.get(report, { token: reading })).status).toBe(403);
    expect((await query.get(report, { token: reading })).status).toBe(429);
  });
});

it.each(['/nope', '/Contacts', '/contacts/', '/contacts/c1/', '/contacts/c1/x', '//contacts', '/contacts%2Fc1'])(
  '%j is 404 without authentication',
  async (path) => {
    const { status, json } = await query.get(path);
    expect([status, json.error.code]).toEqual([404, 'not_found']);
  },
);
