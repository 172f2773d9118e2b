import { AS_OF_AHEAD_MS } from '@fundlens/read-models/checkpoint';
import { CONTACT } from '@fundlens/read-models/contacts/slots';
import { FIRST_STATE_DAY } from '@fundlens/read-models/dashboards/dashboard-measures';
import { PAST_DAYS } from '@fundlens/read-models/dashboards/dashboard-window';
import { isoDay, localDay } from '@fundlens/read-models/dashboards/local-day';
import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { definitionOf } from '@fundlens/read-models/definitions';
import { GENERATIONS, type GenerationPointer } from '@fundlens/read-models/generation';
import type { Binary } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import { FIRST_CHANGE } from '../testing/read-model-fixtures.ts';
import { CONTACT_RECORDS } from './contact-records.ts';

let harness: QueryHarness;
let query: RunningQuery;
let agency: string;
let key: string;
let reportKey: string;

beforeAll(async () => {
  harness = await queryHarness();
  const { fixtures } = harness;
  await fixtures.company('acme');
  await fixtures.company('rival');
  for (const id of ['l1', 'l2', 'l3']) await fixtures.location(id, 'acme');
  await fixtures.location('foreign', 'rival');
  await fixtures.location('gone', null);
  agency = await fixtures.credential({ reach: 'agency', companyId: 'acme', permissions: ['read', 'credit_reports'] });
  key = await fixtures.credential({ reach: 'location', companyId: 'acme', pinnedLocationId: 'l1' });
  const pinned = { reach: 'location', companyId: 'acme', pinnedLocationId: 'l1' } as const;
  reportKey = await fixtures.credential({ ...pinned, permissions: ['read', 'credit_reports'] });
  await fixtures.contact('l1', {
    contactId: 'c1',
    createdAt: 1,
    email: 'Ada@Example.com',
    phone: '+1 (555) 010-2345',
    tags: ['vip'],
    firstName: 'Ada',
    lastName: "O'Brien",
    companyName: 'Smith-Jones Café Ltd',
  });
  await fixtures.contact('l1', {
    contactId: 'c2',
    createdAt: 2,
    tags: ['vip', 'new'],
    firstName: '小龙',
    lastName: '李',
    companyName: 'Adam Smith',
  });
  await fixtures.contact('l1', { contactId: 'c3', createdAt: null });
  await fixtures.contact('l1', { contactId: 'deleted', deleted: true });
  await fixtures.contact('l2', { contactId: 'c1', createdAt: 1, email: 'ada@example.com' });
  await fixtures.application('l1', { contactId: 'c1', submittedAt: 10, stage: 'funded' });
  await fixtures.application('l1', { contactId: 'c2', submittedAt: 20, stage: 'submitted' });
  await fixtures.creditReport('l1', { requestId: 'r1', contactId: 'c1', pulledAt: 100 });
  await fixtures.creditReport('l1', { requestId: 'r2', contactId: 'c1', pulledAt: 200 });
  await fixtures.creditReport('l1', { requestId: 'r3', contactId: 'c1', pulledAt: 300, deleted: true });
  await fixtures.creditReport('l1', { requestId: 'r4', contactId: 'c2', pulledAt: 50 });
  query = await harness.start({ PIPELINE_STAGES: 'later_stage, not reached,first' });
});
afterAll(() => harness.close());

/** What a document holds of a view. */
async function stored(model: ReadModelName, _id: string, view: string): Promise<string> {
  const documents = harness.db.collection<{ _id: string; views: Record<string, Binary> }>(collectionName(model, 1));
  const bytes = (await documents.findOne({ _id }))?.views[view]?.value() ?? [];
  return Buffer.from(bytes).toString('utf8');
}

describe('every response', () => {
  it('has a request id, which is not that of the client', async () => {
    const { headers } = await query.get('/contacts/c1', { token: key, headers: { 'X-Request-ID': 'req_mine' } });
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
  });
});

describe('GET /locations', () => {
  it('lists the installed locations of the company for an agency key', async () => {
    const { json } = await query.get('/locations', { token: agency });
    expect(json.data).toEqual({
      returned: 3,
      nextCursor: null,
      locations: ['l1', 'l2', 'l3'].map((locationId) => ({
        locationId,
        name: 'Location ',
        companyId: 'acme',
        timeZone: null,
        timezone: null,
        email: null,
        phone: null,
        postalAddress: null,
        address: null,
      })),
    });
  });

  it('leaves out a location that an invalid event blocks', async () => {
    const unblock = await harness.fixtures.block('location:l3');
    const { json } = await query.get('/locations', { token: agency });
    await unblock();
    expect(json.data.locations.map((location: { locationId: string }) => location.locationId)).toEqual(['l1', 'l2']);
  });
});

describe('GET /contacts', () => {
  const ids = async (search: string) => {
    const { status, json } = await query.get(`/contacts${search}`, { token: key });
    expect(status).toBe(200);
    return json.data.contacts.map((contact: { contactId: string }) => contact.contactId);
  };

  it('lists the newest first and those without a date last', async () => {
    expect(await ids('')).toEqual(['c2', 'c1', 'c3']);
  });

  it('finds by e-mail in any letter case', async () => {
    expect(await ids('?email=ADA%40example.com')).toEqual(['c1']);
  });

  it('finds by tag, and by several filters only what matches all of them', async () => {
    expect(await ids('?tag=vip')).toEqual(['c2', 'c1']);
    expect(await ids('?tag=new&email=ada%40example.com')).toEqual([]);
    expect(await ids('?tag=vip&email=ada%40example.com&phone=5550102345')).toEqual(['c1']);
    expect(await ids('?tag=new&query=smith&limit=1')).toEqual(['c2']);
  });
});

describe('GET /contacts/{contactId}', () => {
  it('gives the stored body as it is', async () => {
    const { text, json } = await query.get('/contacts/c1', { token: key });
    const body = await stored('contacts', 'l1:c1', 'contact');
    expect(json.data).toMatchObject({ contactId: 'c1', email: 'Ada@Example.com', tags: ['vip'] });
    expect(text).toBe(`{"data":${body},"requestId":"${json.requestId}"}`);
  });

  it.each(['missing', 'deleted', 'a%2Fb', 'a%3Ab', '%00', 'c1%20', 'c+1'])('answers 404 for %s', async (id) => {
    const { status, json } = await query.get(`/contacts/${id}`, { token: key });
    expect([status, json.error.code]).toEqual([404, 'not_found']);
  });
});

/** Those that a contact without any shows as empty. */
const RECORDS = CONTACT_RECORDS.flatMap(({ path, view, empty }) =>
  empty === undefined ? [] : [[path, view.name, empty] as const],
);

describe.each(RECORDS)('GET /contacts/{contactId}/%s', (path, view, empty) => {
  beforeAll(async () => {
    const { fixtures } = harness;
    for (const contactId of ['c1', 'unheard-of', 'gone']) await fixtures.children('l1', contactId);
    await fixtures.children('l1', 'gone', { deleted: true });
    await fixtures.children('foreign', 'theirs');
  });

  it('gives the stored body as it is, with no permission but `read`', async () => {
    const { status, headers, text, json } = await query.get(`/contacts/c1/${path}`, { token: key });
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const body = await stored('contacts', 'l1:c1', view);
    expect(text).toBe(`{"data":${body},"requestId":"${json.requestId}"}`);
  });

  it('is empty for a contact without records', async () => {
    const { status, text, json } = await query.get(`/contacts/c3/${path}`, { token: key });
    const body = JSON.stringify(empty('c3'));
    expect([status, text]).toEqual([200, `{"data":${body},"requestId":"${json.requestId}"}`]);
  });

  it('shows what arrived before its contact, and is empty where it shows the contact alone', async () => {
    const { status, json } = await query.get(`/contacts/unheard-of/${path}`, { token: key });
    const { reads = [] } = definitionOf('contacts').views.find(({ name }) => name === view) ?? {};
    const data = reads.every((slot) => slot === CONTACT)
      ? empty('unheard-of')
      : JSON.parse(await stored('contacts', 'l1:unheard-of', view));
    expect([status, json.data]).toEqual([200, data]);
  });

  it.each(['missing', 'deleted', 'gone', 'theirs', 'c1%00', 'foreign%3Atheirs', '__proto__'])(
    'answers 404 for %s',
    async (id) => {
      const { status, json } = await query.get(`/contacts/${id}/${path}`, { token: key });
      expect([status, json.error.code]).toEqual([404, 'not_found']);
    },
  );
});

describe('GET /changes', () => {
  const at = (changes: readonly { at: string }[]) => changes.map((change) => change.at);
  const named = (changes: readonly { type: string; id: string; change: string }[]) =>
    changes.map(({ type, id, change }) => `${type} ${id} ${change}`);

  /** The read models have all that changed until the instant. */
  async function complete(upTo: number) {
    const asOf = upTo + AS_OF_AHEAD_MS;
    for (const stream of ['crm', 'funding'] as const) await harness.fixtures.progress(stream, stream, [{ asOf }]);
    const shown = new Date(upTo).toISOString();
    await expect
      .poll(async () => (await query.get('/changes', { token: key })).json.data.upTo, { timeout: 5_000 })
      .toBe(shown);
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

  it('tells of what changed and went away, oldest first, and of no other location', async () => {
    await complete(FIRST_CHANGE + 100_000);
    const { changes, hasMore, returned } = await followed('/changes?types=contact,application');
    expect([hasMore, returned]).toEqual([false, changes.length]);
    expect(at(changes)).toEqual(at(changes).toSorted());
    expect(named(changes).toSorted()).toEqual([
      'application c1 upsert',
      'application c2 upsert',
      'contact c1 upsert',
      'contact c2 upsert',
      'contact c3 upsert',
      'contact deleted delete',
    ]);
    expect(named((await followed('/changes?types=application')).changes)).toEqual([
      'application c1 upsert',
      'application c2 upsert',
    ]);
    expect((await followed('/changes?types=deal')).changes).toEqual([]);
  });

  it('tells of a later change only when everything before it is known', async () => {
    const { nextCursor } = await followed('/changes');
    await harness.fixtures.deal('l1', { dealId: 'followed', contactId: 'c1', createdAt: 5 });
    await complete(FIRST_CHANGE + 1);
    expect((await followed(`/changes?cursor=${nextCursor}`)).changes).toEqual([]);
    await complete(FIRST_CHANGE + 200_000);
    const stored = await harness.db
      .collection<{ _id: string }>(collectionName('deals', 1))
      .findOne({ _id: 'l1:followed' });
    await harness.db
      .collection<{ _id: string }>(collectionName('deals', 1))
      .updateOne({ _id: 'l1:followed' }, { $set: lateDeal(stored) });
    const { changes, resync } = await followed(`/changes?cursor=${nextCursor}`);
    expect([named(changes), resync]).toEqual([['deal followed upsert'], false]);
    await harness.db.collection<{ _id: string }>(collectionName('deals', 1)).deleteOne({ _id: 'l1:followed' });
  });

  it('begins anew when the read models were made by other rules', async () => {
    const { nextCursor } = await followed('/changes');
    expect(await followed(`/changes?cursor=${nextCursor}`)).toMatchObject({ resync: false, returned: 0 });
    const pointers = harness.db.collection<GenerationPointer>(GENERATIONS);
    const before = await pointers.findOne({});
    await pointers.updateOne({}, { $set: { 'generations.0.fingerprint.redaction': 99 } });
    await expect
      .poll(async () => (await followed(`/changes?cursor=${nextCursor}`)).resync, { timeout: 5_000 })
      .toBe(true);
    expect((await followed(`/changes?cursor=${nextCursor}`)).returned).toBe((await followed('/changes')).returned);
    if (before !== null) await pointers.replaceOne({}, before);
  });
});

/** The stored deal, changed much later than the fixture has written it. */
function lateDeal(stored: object | null) {
  const [entity] = JSON.parse(String(Object(stored).changes)) as [unknown[]];
  const at = FIRST_CHANGE + 150_000;
  return { changedAt: [at], changes: JSON.stringify([entity.with(3, at)]) };
}
describe('GET /contacts/{contactId}/application', () => {
  it('gives the entry that /pipeline shows of the contact, as it is stored', async () => {
    const { status, text, json } = await query.get('/contacts/c1/application', { token: key });
    const body = await stored('contacts', 'l1:c1', 'application');
    expect([status, text]).toEqual([200, `{"data":${body},"requestId":"${json.requestId}"}`]);
    const listed = await query.get('/pipeline?contactId=c1', { token: key });
    expect(listed.json.data.contacts).toEqual([json.data]);
  });

  it('tells a contact without an application from one that does not exist, and refuses another location', async () => {
    const error = async (target: string) => {
      const { status, json } = await query.get(target, { token: agency });
      return [status, json.error.code, json.error.message, json.error.reason];
    };
    const none = [404, 'not_found', 'The contact has no application.', 'application_not_found'];
    expect(await error('/contacts/c3/application?locationId=l1')).toEqual(none);
    // Its plans and results arrived before it.
    expect(await error('/contacts/unheard-of/application?locationId=l1')).toEqual(none);
    const unknown = [404, 'not_found', 'The location has no such contact.', undefined];
    for (const id of ['missing', 'deleted', 'l2%3Ac1', '__proto__']) {
      expect(await error(`/contacts/${id}/application?locationId=l1`)).toEqual(unknown);
    }
    expect((await error('/contacts/c1/application?locationId=foreign'))[0]).toBe(403);
    expect((await error('/contacts/c1/application?locationId=l1&include=nextSteps'))[0]).toBe(400);
  });
});

describe('include', () => {
  const paths = new Map(CONTACT_RECORDS.map(({ view, path }) => [view.name, path]));
  const names = [...paths.keys()];
  const ofPipeline = names.filter((name) => name !== 'application');
  const all = names.join();
  type Entry = { readonly contactId: string; readonly included: Readonly<Record<string, unknown>> };

  beforeAll(() => harness.fixtures.children('l1', 'c1'));

  /** What the single routes answer with; null where they have nothing. */
  async function records(contactId: string, wanted: readonly string[]): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {};
    for (const name of wanted) {
      const { status, json } = await query.get(`/contacts/${contactId}/${paths.get(name)}`, { token: key });
      found[name] = status === 404 ? null : json.data;
    }
    return found;
  }

  it.each([
    ['/contacts/c1', names],
    ['/contacts/c3', names],
    ['/contacts?limit=2', names],
    ['/contacts?tag=vip', names],
    ['/contacts?tag=vip&query=ada', names],
    ['/pipeline', ofPipeline],
    ['/pipeline?contactId=c1', ofPipeline],
  ])('gives with each entry of %s what the single routes answer with, in one read', async (path, names) => {
    const plain = await query.get(path, { token: key });
    harness.commands.length = 0;
    const { status, json } = await query.get(`${path}${path.includes('?') ? '&' : '?'}include=${all}`, { token: key });
    expect(status).toBe(200);
    const reads = harness.commands.filter(({ command }) => /^contacts_/.test(command.find ?? command.aggregate ?? ''));
    expect(reads).toHaveLength(1);
    const entries: readonly Entry[] = json.data.contacts ?? [json.data];
    expect(entries.length).toBeGreaterThan(0);
    for (const { contactId, included } of entries) {
      expect(Object.keys(included)).toEqual(names);
      expect(included).toEqual(await records(contactId, names));
    }
    const without = entries.map(({ included: _, ...entry }) => entry);
    expect(without).toEqual(plain.json.data.contacts ?? [plain.json.data]);
    expect(json.data.nextCursor === null).toBe(plain.json.data.nextCursor === null);
  });

  it('is part of the entity tag, and of no cursor', async () => {
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

  it('names what it knows where it is asked for anything else', async () => {
    const allowed = names;
    for (const path of ['/contacts', '/contacts/c1', '/pipeline']) {
      for (const asked of ['', 'contact', 'facts', 'nextSteps,nextSteps', 'nextSteps,', 'nextsteps', '__proto__']) {
        const { status, json } = await query.get(`${path}?include=${asked}`, { token: key });
        expect([status, json.error.details]).toEqual([400, [{ parameter: 'include', rule: 'one_of', allowed }]]);
        expect(json.error.message).toContain(allowed.join(', '));
      }
    }
  });
});

describe('GET /pipeline', () => {
  it('gives a page of applicants, latest submission first', async () => {
    const { json } = await query.get('/pipeline?pipelineType=applicant', { token: key });
    expect(Object.keys(json.data)).toEqual(['pipelineType', 'returned', 'nextCursor', 'contacts']);
    expect(json.data).toMatchObject({ pipelineType: 'applicant', returned: 2, nextCursor: null });
    expect(json.data.contacts.map((entry: { contactId: string }) => entry.contactId)).toEqual(['c2', 'c1']);
  });
});

describe('GET /deals', () => {
  const deal = { dealId: 'd1', contactId: 'c1', pipelineId: 'p1', stageId: 's1', status: 'open' } as const;

  beforeAll(async () => {
    const { fixtures } = harness;
    await fixtures.deal('l1', { ...deal, createdAt: 1 });
    await fixtures.deal('l1', { ...deal, dealId: 'd2', status: 'won', createdAt: 2 });
    await fixtures.deal('l1', { ...deal, dealId: 'd3', contactId: 'c2', stageId: 's2', createdAt: 3 });
    await fixtures.deal('l1', { dealId: 'd4', contactId: 'c2', status: 'open', createdAt: null });
    await fixtures.deal('l2', { ...deal, createdAt: 1 });
    for (const id of ['p2', 'p1']) await fixtures.dealPipeline('l1', id);
    await fixtures.dealPipeline('foreign', 'p3');
  });

  const ids = async (search: string) => {
    const { status, json } = await query.get(`/deals${search}`, { token: key });
    expect([status, Object.keys(json.data)]).toEqual([200, ['returned', 'nextCursor', 'deals']]);
    return json.data.deals.map((entry: { dealId: string }) => entry.dealId);
  };

  it('lists the newest first and those without a date last', async () => {
    expect(await ids('')).toEqual(['d3', 'd2', 'd1', 'd4']);
  });

  it('gives one deal as it is stored, and 404 for what the location does not have', async () => {
    const { text, json } = await query.get('/deals/d1', { token: key });
    const body = await stored('deals', 'l1:d1', 'deal');
    expect(json.data).toMatchObject(deal);
    expect(text).toBe(`{"data":${body},"requestId":"${json.requestId}"}`);
    for (const id of ['d9', 'l2%3Ad1', '__proto__', 'd1%00']) {
      expect((await query.get(`/deals/${id}`, { token: key })).json.error.code).toBe('not_found');
    }
    expect((await query.get('/deals/d2?locationId=l2', { token: agency })).status).toBe(404);
  });

  it('gives the pipelines in the order of ids, in pages where asked', async () => {
    const { json } = await query.get('/deal-pipelines', { token: key });
    expect(json.data.pipelines.map((entry: { pipelineId: string }) => entry.pipelineId)).toEqual(['p1', 'p2']);
    const first = await query.get('/deal-pipelines?limit=1', { token: key });
    const rest = await query.get(`/deal-pipelines?cursor=${first.json.data.nextCursor}`, { token: key });
    expect(rest.json.data).toMatchObject({ returned: 1, nextCursor: null, pipelines: [{ pipelineId: 'p2' }] });
  });
});

describe('GET /custom-fields', () => {
  beforeAll(async () => {
    for (const id of ['f2', 'f1']) await harness.fixtures.customField('l1', id, `Name of ${id}`);
    await harness.fixtures.customField('foreign', 'f3');
  });

  it('gives the fields of the location in the order of ids, as they are stored', async () => {
    const { status, json, text } = await query.get('/custom-fields', { token: key });
    const body = await stored('locations', 'l1', 'customFields');
    expect([status, text]).toEqual([200, `{"data":${body},"requestId":"${json.requestId}"}`]);
    expect(json.data).toEqual({
      customFields: ['f1', 'f2'].map((fieldId) => ({
        fieldId,
        name: `Name of ${fieldId}`,
        key: `contact.${fieldId}`,
        dataType: 'TEXT',
      })),
    });
  });

  it('gives an empty list for a location that defines none', async () => {
    const { status, json } = await query.get('/custom-fields?locationId=l2', { token: agency });
    expect([status, json.data]).toEqual([200, { customFields: [] }]);
  });
});

describe('GET /dashboard/stats', () => {
  // The first zone in which a new day begins: its day is mostly not that of UTC.
  const timeZone = 'Pacific/Kiritimati';
  const today = () => localDay(Date.now(), timeZone);
  beforeAll(async () => {
    const day = today();
    const on = (...days: readonly (readonly [ago: number, amount: number])[]) =>
      new Map(days.map(([ago, amount]) => [day - ago, amount]));
    const sums = new Map([
      ['credit.reports', on([0, 2], [29, 3], [30, 5], [364, 7], [365, 11], [729, 11], [730, 13])],
      ['funding.approved-cents', on([1, 1_500_000])],
      ['deals.open', new Map([[FIRST_STATE_DAY + 3, 4]])],
    ]);
    await harness.fixtures.dashboardWindow('l1', { timeZone, firstDay: day - PAST_DAYS, sums });
  });
  const stats = async (search = '', token = key) => (await query.get(`/dashboard/stats${search}`, { token })).json;

  it("sums the last 30 days of the location's calendar, or as many as are asked for", async () => {
    const { data } = await stats();
    const day = today();
    expect(data.window).toEqual({ days: 30, from: isoDay(day - 29), to: isoDay(day), timeZone });
    expect(Object.keys(data)).toEqual(['window', 'credit', 'underwriting', 'funding', 'deals']);
    expect([data.credit.reportsPulled, data.funding.approvedAmountCents, data.deals.open]).toEqual([5, 1_500_000, 4]);
    const pulled = async (days: number) => (await stats(`?days=${days}`)).data.credit.reportsPulled;
    expect([await pulled(1), await pulled(29), await pulled(31), await pulled(365)]).toEqual([2, 2, 10, 17]);
  });

  it('gives zeros, in UTC, for a location in which nothing has happened', async () => {
    const { data } = await stats('?locationId=l3', agency);
    const day = isoDay(localDay(Date.now(), 'UTC'));
    expect(data.window).toMatchObject({ to: day, timeZone: 'UTC' });
    expect(data.credit).toMatchObject({ reportsPulled: 0, averageScore: null });
    expect(data.funding).toMatchObject({ approvalRate: null, plansByOutcome: [] });
  });
});

describe('GET /dashboard/stats?scope=company', () => {
  const ZONES = ['Pacific/Kiritimati', 'Etc/GMT+12', 'UTC'] as const;
  const day = (timeZone: string) => localDay(Date.now(), timeZone);
  let chain: string;

  beforeAll(async () => {
    const { fixtures } = harness;
    await fixtures.company('chain');
    for (const [index, timeZone] of ZONES.entries()) {
      const locationId = `chain-${index}`;
      await fixtures.location(locationId, 'chain');
      const today = day(timeZone);
      const sums = new Map([
        [
          'credit.reports',
          new Map([
            [today, 2 ** index],
            [today - 30, 100],
          ]),
        ],
        ['funding.decided', new Map([[today - 1, index + 1]])],
        ['funding.approved', new Map([[today - 1, 1]])],
        ['deals.open', new Map([[FIRST_STATE_DAY, 2]])],
      ]);
      await fixtures.dashboardWindow(locationId, { timeZone, firstDay: today - PAST_DAYS, sums });
    }
    await fixtures.location('chain-new', 'chain');
    chain = await fixtures.credential({ reach: 'agency', companyId: 'chain' });
  });
  const company = (search = '', token = chain) => query.get(`/dashboard/stats?scope=company${search}`, { token });

  it('adds up the locations of the company, each in its own zone; rates are of the sums', async () => {
    const { status, json } = await company();
    const { data } = json;
    expect([status, data.company]).toEqual([200, { locations: 4, timeZones: [...ZONES].toSorted() }]);
    expect(data.window).toEqual({
      days: 30,
      from: isoDay(day('Etc/GMT+12') - 29),
      to: isoDay(day('Pacific/Kiritimati')),
      timeZone: 'UTC',
    });
    expect([data.credit.reportsPulled, data.deals.open]).toEqual([7, 6]);
    expect([data.funding.decided, data.funding.approved, data.funding.approvalRate]).toEqual([6, 3, 0.5]);
  });

  it('counts no foreign, uninstalled, transferred or blocked location', async () => {
    const { fixtures } = harness;
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

  it('is for agency keys, without a location and without a position to wait for', async () => {
    const refused = async (response: ReturnType<typeof company>) => {
      const { status, json } = await response;
      return [status, json.error.details];
    };
    expect(await refused(company('', key))).toEqual([400, [{ parameter: 'scope', rule: 'agency_only' }]]);
    expect(await refused(company('&locationId=chain-0'))).toEqual([
      400,
      [{ parameter: 'locationId', rule: 'excluded' }],
    ]);
    const headers = { 'X-Wait-For-Position': 'crm/0/0' };
    expect(await refused(query.get('/dashboard/stats?scope=company', { token: chain, headers }))).toEqual([
      400,
      [{ parameter: 'X-Wait-For-Position', rule: 'excluded' }],
    ]);
    expect((await query.get('/dashboard/stats', { token: chain })).status).toBe(400);
  });
});

it('GET /pipeline/stages gives the stages of the board, empty ones of a location in which nothing has happened', async () => {
  const { status, json } = await query.get('/pipeline/stages?locationId=l2', { token: agency });
  const shown = json.data.stages.map((each: { stage: string; applications: number }) => [
    each.stage,
    each.applications,
  ]);
  expect(shown).toEqual(['later_stage', 'not reached', 'first'].map((stage) => [stage, 0]));
  expect([status, json.data.otherStages.applications]).toEqual([200, 0]);
});

describe('GET /credit-reports', () => {
  const find = async (search: string) => {
    const { status, json } = await query.get(`/credit-reports${search}`, { token: reportKey });
    return status === 200 ? json.data.requestId : status;
  };

  it('gives one exact report, or the latest that is not deleted', async () => {
    expect(await find('?requestId=r1')).toBe('r1');
    expect(await find('?contactId=c1')).toBe('r2');
    expect(await find('?requestId=r1&contactId=c1')).toBe('r1');
  });

  it('answers 404 for what is missing, deleted, or another contact’s', async () => {
    expect(await find('?requestId=nope')).toBe(404);
    expect(await find('?requestId=r3')).toBe(404);
    expect(await find('?contactId=c3')).toBe(404);
    expect(await find('?requestId=r1&contactId=c2')).toBe(404);
  });

  it('sends the stored bytes, whatever their spelling of numbers, and reports of many megabytes', async () => {
    const text = `{"amount":1.10,"amount":1E400,"filler":"${'x'.repeat(9 * 1024 * 1024)}"}`;
    await harness.fixtures.creditReport('l1', { requestId: 'big', contactId: 'c9', pulledAt: 1, text });
    const response = await query.get('/credit-reports?requestId=big', { token: reportKey });
    expect(response.text.endsWith(`,"report":${text}},"requestId":"${response.json.requestId}"}`)).toBe(true);
  });
});

describe('bad parameters', () => {
  it.each([
    ['/contacts?limit=0', 'limit must be a whole number from 1 to 500.'],
    ['/contacts?limit=1e2', 'limit must be a whole number from 1 to 500.'],
    ['/contacts?limit=05', 'limit must be a whole number from 1 to 500.'],
    ['/contacts?limit=5&limit=5', 'limit must be given once.'],
    ['/contacts?email=+', 'email must not be blank.'],
    ['/contacts?phone=12', 'phone must have 7 to 15 digits.'],
    ['/contacts?tag=%E0%A4%A', 'tag must be percent-encoded UTF-8.'],
    [`/contacts?query=${'a'.repeat(129)}`, 'query must have 1 to 128 characters.'],
    ['/contacts?query=j', /^query must have a word of 2 or more letters or digits/],
    ['/contacts?query=aa+bb+cc+dd+ee+ff+gg+hh+ii', 'query must have at most 8 words.'],
    ['/contacts?name=ada', /^The parameter name is not known here/],
    ['/contacts?123-45-6789=1', /^A parameter of the query is not known here/],
    ['/contacts?t%61g=a&tag=b', 'tag must be given once.'],
    ['/contacts?cursor=abc', /^cursor must be the nextCursor of the page before/],
    [`/contacts/${'a'.repeat(129)}`, 'contactId must have 1 to 128 characters.'],
    ['/contacts/%E0%A4%A', 'contactId must be percent-encoded UTF-8.'],
    ['/contacts/c1?contactId=c2', /^The parameter contactId is not known here/],
    ['/pipeline?pipelineType=deal', 'pipelineType must be applicant.'],
    ['/deals?status=OPEN', 'status must be one of open, won, lost, abandoned.'],
    ['/deals?contactId[$ne]=x', /^The parameter .* is not known here|^A parameter/],
    ['/deal-pipelines?limit=501', 'limit must be a whole number from 1 to 500.'],
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
    const { status, json } = await query.get(`/contacts?${search}`, { token: agency, headers });
    const { code, message, requestId, details, ...more } = json.error;
    expect([status, code, more]).toEqual([400, 'invalid_request', {}]);
    expect(details.map((one: { parameter: string; rule: string }) => `${one.parameter} ${one.rule}`)).toEqual([
      ...['limit repeated', 'nope unknown', 'email encoding', 'locationId required', 'tag length', 'cursor format'],
      'X-Wait-For-Position format',
    ]);
    expect(JSON.stringify([message, details]) + requestId).not.toContain('secret');
  });

  it('counts characters, not bytes or code units', async () => {
    const { status } = await query.get(`/contacts/${encodeURIComponent('😀'.repeat(128))}`, { token: key });
    expect(status).toBe(404);
  });
});

describe('the location', () => {
  it('is required of agency keys', async () => {
    const { status, json } = await query.get('/contacts/c1', { token: agency });
    expect([status, json.error.message]).toEqual([400, 'locationId is required for agency keys.']);
    expect((await query.get('/contacts/c1?locationId=', { token: agency })).status).toBe(400);
    expect((await query.get(`/contacts/c1?locationId=${'a'.repeat(65)}`, { token: agency })).status).toBe(400);
  });

  it('selects among the locations of an agency', async () => {
    const { json } = await query.get('/contacts/c1?locationId=l2', { token: agency });
    expect(json.data.email).toBe('ada@example.com');
  });

  it('is ignored for location keys, whatever it says', async () => {
    for (const given of ['l2', 'foreign', '', 'a'.repeat(65)]) {
      const { json } = await query.get(`/contacts/c1?locationId=${given}`, { token: key });
      expect(json.data.email).toBe('Ada@Example.com');
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

describe('GET /credential', () => {
  it('shows what a location key may do, and counts like any request', async () => {
    const token = await harness.fixtures.credential(
      {
        reach: 'location',
        companyId: 'acme',
        pinnedLocationId: 'l1',
        permissions: ['read', 'credit_reports'],
        windowLimit: 5,
        dailyCap: 50,
        expiresAt: Date.UTC(2099, 0, 1),
      },
      { credentialId: 'shown' },
    );
    await query.get('/contacts/c1', { token });
    const { status, headers, json } = await query.get('/credential?locationId=l2', { token });
    const resetsAt = new Date(Number(headers.get('x-ratelimit-reset')) * 1_000).toISOString();
    const day = { periodSeconds: 86_400, resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) };
    expect([status, headers.get('cache-control'), headers.get('x-ratelimit-remaining')]).toEqual([
      200,
      'no-store',
      '3',
    ]);
    expect(json.data).toEqual({
      credentialId: 'shown',
      hint: token.slice(-4),
      reach: 'location',
      companyId: 'acme',
      locations: { rule: 'pinned', locationId: 'l1' },
      permissions: ['credit_reports', 'read'],
      expiresAt: '2099-01-01T00:00:00.000Z',
      limits: [
        { name: 'window', limit: 5, remaining: 3, periodSeconds: 60, resetsAt },
        { name: 'day', limit: 250_000, remaining: expect.any(Number), ...day },
        { name: 'credential-day', limit: 50, remaining: 48, ...day },
      ],
    });
  });
});

describe('permissions', () => {
  it('refuses everything without read, counts it for its key alone, and says so in counts', async () => {
    const token = await harness.fixtures.credential({
      reach: 'location',
      companyId: 'acme',
      pinnedLocationId: 'l1',
      permissions: ['credit_reports'],
      windowLimit: 5,
    });
    for (const remaining of ['4', '3', '2', '1', '0']) {
      const { status, json, headers } = await query.get('/contacts/c1', { token });
      expect([status, json.error.code, headers.get('x-ratelimit-remaining')]).toEqual([403, 'forbidden', remaining]);
    }
    const { status, json, headers } = await query.get('/contacts/c1', { token });
    expect([status, json.error.reason]).toEqual([429, 'rate_window']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('leaves the quota of the company to those of its keys that have read', async () => {
    const { fixtures } = harness;
    await fixtures.company('thrifty', { dailyQuota: 1 });
    const blind = await fixtures.credential({ reach: 'agency', companyId: 'thrifty', permissions: [] });
    const reading = await fixtures.credential({ reach: 'agency', companyId: 'thrifty' });
    expect((await query.get('/locations', { token: blind })).status).toBe(403);
    expect((await query.get('/locations', { token: reading })).status).toBe(200);
    expect((await query.get('/locations', { token: reading })).status).toBe(429);
  });
});

describe('routes and methods', () => {
  it.each(['/nope', '/Contacts', '/contacts/', '/contacts/c1/', '/contacts/c1/x', '//contacts', '/contacts%2Fc1'])(
    '%j is 404 without authentication',
    async (path) => {
      const { status, json } = await query.get(path);
      expect([status, json.error.code]).toEqual([404, 'not_found']);
    },
  );
});
