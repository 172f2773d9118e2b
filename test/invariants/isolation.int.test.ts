import { setTimeout as delay } from 'node:timers/promises';
import { pdfPages } from '@fundlens/credit-reports/testing/pdf-text';
import { NO_ERASURES } from '@fundlens/projection/erasures/testing/no-erasures';
import { changesOf } from '@fundlens/projection/fold/fold';
import { projections } from '@fundlens/projection/projections/projections';
import { testStack } from '@fundlens/projection/testing/stack';
import { createDocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter } from '@fundlens/projection/writer/document-writer';
import { BASE_PATH } from '@fundlens/query/routes/route';
import {
  type BurstClient,
  type BurstRequest,
  type BurstResponse,
  createBurstClient,
} from '@fundlens/query/testing/burst-client';
import { documentRequests } from '@fundlens/query/testing/document-requests';
import { CHILD_RECORDS, publishedDocument, publishedRoutes } from '@fundlens/query/testing/published-routes';
import { queryHarness } from '@fundlens/query/testing/query-harness';
import { createResponseContract } from '@fundlens/query/testing/response-contract';
import { companies } from '@fundlens/read-models/companies/companies';
import { credentials } from '@fundlens/read-models/credentials/credentials';
import {
  byDimension,
  FIRST_STATE_DAY,
  labelled,
  STAGE_MEASURES,
} from '@fundlens/read-models/dashboards/dashboard-measures';
import { localDay } from '@fundlens/read-models/dashboards/local-day';
import { collectionName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import { OUTBOX_FIELDS } from '@fundlens/read-models/document';
import { locations } from '@fundlens/read-models/locations/locations';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { propertySeed } from '@fundlens/testing/property-config';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCredential } from '../harness/tenants.ts';
import {
  canariesIn,
  canaryEvents,
  canaryHolders,
  canaryOf,
  contactIds,
  dealIds,
  type Holder,
  locationIds,
  owners,
  requestIds,
} from './canary-world.ts';
import { brokenRule, isTenantRead, type SentCommand, sentCommand } from './tenant-commands.ts';

/** `npm run fuzz:isolation` sends 100,000, and each once more in a burst. */
const REQUESTS = Number(process.env.ISOLATION_REQUESTS ?? 800);
const LONG_RUN = 20_000;
const { seed } = propertySeed();
const CONNECTIONS = 64;
/** Several on each connection: the server reads all of them in the same turn. */
const BURST = 192;
const MAX_PROBLEMS = 10;
/** A longer one may end the connection, with the requests behind it. */
const MAX_TARGET = 4_000;
/** A machine that does much else. */
const PATIENCE_MS = 20_000;
/** What is delayed since then is so throughout a test. */
const APPLIED_AT = Date.UTC(2026, 3, 1);

const holders = canaryHolders();
/** They are refused whatever they ask for: without permission, over their limit, revoked or expired. */
const refused = Object.entries({
  ...{ blind: { permissions: [] }, reports: { permissions: ['credit_reports'] }, exhausted: { limit: 0 } },
  ...{ revoked: { revokedAt: 1 }, expired: { expiresAt: 1 } },
}).map(([name, made]) => {
  const of = { companyId: 'company-a', locationId: 'alpha' };
  const issued = issueCredential({ credentialId: name, ...of, ...made });
  const scope = { ...of, reaches: new Set<string>(), pinnedTo: of.locationId, reportsAllowed: false };
  return { issued, holder: { name, token: issued.token, ...scope } };
});
/** Of those in use a location's name is in everything that it has. */
const shownIds = locationIds.filter((id) => owners[id] !== null).toSorted();
const document = publishedDocument();

/** Of any location, and what looks like them. */
const KNOWN = {
  locationId: [...locationIds, ...locationIds, 'ALPHA', 'alpha,bravo', 'alpha:contact-1', '*'],
  contactId: [...contactIds, ...locationIds.map((id) => `contact-only-${id}`), 'alpha:contact-1', '../alpha'],
  requestId: [...requestIds, 'alpha:request-1'],
  dealId: [...dealIds, 'alpha:deal-1'],
  ...Object.fromEntries(
    ['tag', 'email', 'query', 'stage', 'processor'].map((name) => [name, locationIds.map(canaryOf)]),
  ),
  updatedSince: ['1970-01-01T00:00:00Z'],
};
const anyHolder = fc.constantFrom<Holder | null>(null, ...[...holders, ...refused].map(({ holder }) => holder));
const randomRequests = fc.tuple(documentRequests(document, KNOWN), anyHolder, fc.nat(3), fc.nat());

const harness = await queryHarness({ quiet: true });
const { write } = createDocumentWriter({
  ...{ store: createDocumentStore(harness.db), erasures: NO_ERASURES },
  ...{ generation: () => 1, pauseBeforeRound: async () => undefined },
});
/** As a projector applies events. */
async function apply(events: readonly Typed[]): Promise<void> {
  const changes = events.map((event) => changesOf(projections, assumeRedacted(event), APPLIED_AT));
  await write(changes.map((documents) => ({ appendedAt: APPLIED_AT, documents, subject: null })));
}
await apply([...canaryEvents(), ...[...holders, ...refused].map(({ issued }) => issued.event)]);
for (const [index, locationId] of locationIds.entries()) {
  const today = localDay(Date.now(), 'UTC');
  const atStage = labelled(byDimension(STAGE_MEASURES.open, 'stage'), canaryOf(locationId));
  await harness.fixtures.dashboardWindow(locationId, {
    ...{ timeZone: 'UTC', firstDay: today - 1 },
    sums: new Map([['credit.reports', new Map([[today, 1_000 + index]])]]),
    stageSums: new Map([[atStage, new Map([[FIRST_STATE_DAY, 1]])]]),
  });
}
// They have counted everything.
for (const name of DASHBOARD_SOURCES) {
  const uncounted = Object.fromEntries(OUTBOX_FIELDS.map((field) => [field, '' as const]));
  await harness.db.collection(collectionName(name, 1)).updateMany({}, { $unset: uncounted });
}
// Otherwise nothing is known to have changed.
for (const stream of ['crm', 'funding', 'access'] as const) {
  const applied = { asOf: APPLIED_AT + 60_000, nextOffset: 1 };
  await harness.fixtures.progress(stream, stream === 'crm' ? 'known' : stream, [applied, applied]);
}
/** What the driver sent since it was emptied. */
const sent: SentCommand[] = [];
// Without a cache every request shows all the look-ups that it rests on.
const query = await harness.start({ ACCESS_CACHE_MS: '0' }, (mongo) =>
  mongo.on('commandStarted', (event) => sent.push(sentCommand(event))),
);
const client = createBurstClient(query.port, { connections: 1 });
const contract = createResponseContract();
afterAll(() => client.close());

type Asked = {
  readonly request: BurstRequest;
  /** Null: of no credential. */
  readonly holder: Holder | null;
  readonly asked: string;
  readonly answer: BurstResponse;
  readonly sent: readonly SentCommand[];
};

async function ask(holder: Holder | null, where: string, headers: BurstRequest['headers'] = {}): Promise<Asked> {
  sent.length = 0;
  const request = { target: `${BASE_PATH}${where}`, token: holder?.token ?? 'fmk_unknown', headers };
  const [answer] = await client.send([request]);
  const asked = `${holder?.name ?? 'no credential'} asks ${where.slice(0, 200)}`;
  if (answer === null || answer === undefined) throw new TypeError(`no answer: ${asked}`);
  return { request, holder, asked, answer, sent: sent.slice() };
}

const canariesOf = ({ answer }: Asked) => canariesIn(`${answer.body} ${[...answer.headers].flat().join(' ')}`);

/** Every rule of invariant 4 that the commands of a request break. */
function brokenRules({ holder, sent: commands }: Asked): string[] {
  const reach = { companyId: holder?.companyId ?? '', locationIds: holder?.reaches ?? new Set() };
  return commands.flatMap((command) => brokenRule(command, reach) ?? []);
}

/** Tenant data that was read although the request was refused, or before credential and location had been looked up. */
function readTooSoon({ sent: commands, answer }: Asked): boolean {
  const tenantRead = commands.findIndex(isTenantRead);
  if (tenantRead === -1) return false;
  const before = commands.slice(0, tenantRead).map(({ collection }) => collection);
  const refused = ![200, 304, 404].includes(answer.status);
  return refused || ![credentials, locations, companies].every(({ name }) => before.includes(collectionName(name, 1)));
}

const problems: string[] = [];
const note = ({ asked }: Asked, problem: string) => problems.push(`${asked}: ${problem}`);

/** The requests at random, each with what it is answered when nothing else is asked; cursors of answers are used again. */
const alone: (Asked & { readonly operation: string })[] = [];

it(`requests made from the document are answered as it says, from reads that their holders may make (${REQUESTS}, seed ${seed})`, async () => {
  const cursors: string[] = [];
  const seen = new Set<string>();
  for (const [made, drawn, often, cursor] of fc.sample(randomRequests, { numRuns: REQUESTS, seed })) {
    const { target, headers, given, operation } = made;
    const isOfNoRoute = given.some(({ parameter, raw }) => parameter?.in === 'path' && raw === '');
    if (isOfNoRoute || target.length > MAX_TARGET) continue;
    const named = given.find(({ name }) => name === 'locationId')?.raw ?? '';
    // Most random credentials may not read most random locations.
    const readers = often < 2 ? holders.filter(({ holder: { reaches } }) => reaches.has(named)) : [];
    const holder = readers[cursor % Math.max(1, readers.length)]?.holder ?? drawn;
    const earlier = often === 0 ? cursors[cursor % Math.max(1, cursors.length)] : undefined;
    const more =
      earlier === undefined ? '' : `${target.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(earlier)}`;
    const asked = await ask(holder, target + more, headers);
    const { status, body } = asked.answer;
    const documented = { method: 'GET', target, status, headers: new Headers([...asked.answer.headers]), body };
    for (const problem of [...contract(documented), ...brokenRules(asked)]) note(asked, problem);
    if (status >= 500) note(asked, body);
    if (readTooSoon(asked)) note(asked, `read too soon for ${status}`);
    const isOfReach = operation.operationId === 'locations.list' || holder?.pinnedTo !== null;
    for (const id of canariesOf(asked)) {
      if (holder?.reaches.has(id) !== true || !(isOfReach || id === named)) note(asked, `shows ${id}`);
      seen.add(id);
    }
    if (status === 200 && target.startsWith('/credit-reports') && holder?.reportsAllowed !== true)
      note(asked, 'shows a report');
    const next = /"nextCursor":"([^"]+)"/.exec(body)?.[1];
    if (next !== undefined) cursors.push(next);
    alone.push({ ...asked, sent: [], operation: operation.operationId });
  }
  expect(problems.slice(0, MAX_PROBLEMS)).toEqual([]);
  // A run that only saw refusals would have proved little.
  const statuses = Object.groupBy(alone, ({ answer }) => answer.status);
  for (const [status, share] of [
    [200, 12] as const,
    ...[304, 400, 401, 403, 404, 429].map((one) => [one, 500] as const),
  ]) {
    expect(statuses[status]?.length ?? 0, String(status)).toBeGreaterThan(REQUESTS / share);
  }
  expect([...seen].toSorted()).toEqual(shownIds);
  const succeeded = new Set(statuses[200]?.map(({ operation }) => operation));
  if (REQUESTS >= LONG_RUN) expect(succeeded.size).toBe(publishedRoutes().length);
});

const OWN_HEADERS = /^(date|content-length|x-request-id|retry-after|.*ratelimit.*)$/;

/** All of a response but what is of this one request: its id, its place in the limits, and the life of a link. */
function comparable({ status, headers, body }: BurstResponse): string {
  const shared = [...headers].filter(([name]) => !OWN_HEADERS.test(name)).sort();
  const text = body
    .replaceAll(/req_[0-9a-f]{32}/g, 'req_')
    .replaceAll(/"(url|expiresAt|resetsAt)":"[^"]*"|"(remaining)":\d+/g, '"$1$2"');
  return JSON.stringify({ status, shared, text });
}

type Responses = readonly (BurstResponse | null)[];
const isShareExceeded = ({ status, body }: BurstResponse) => status === 429 && body.includes('"company_share"');
const isOutage = ({ status, headers }: BurstResponse) => status === 500 && Number(headers.get('retry-after')) > 0;
const outagesIn = (responses: Responses) => responses.filter((response) => response !== null && isOutage(response));

/** Holds the responses to what their requests are answered alone, or to what else is allowed. */
function compare(from: number, responses: Responses, isAllowed: (response: BurstResponse) => boolean): void {
  for (const [index, response] of responses.entries()) {
    const asked = alone[from + index];
    if (asked === undefined) continue;
    const expected = comparable(asked.answer);
    if (response === null) note(asked, 'no answer');
    else if (!isAllowed(response) && comparable(response) !== expected) {
      note(asked, `${comparable(response).slice(0, 300)} instead of ${expected.slice(0, 300)}`);
    }
  }
  expect(problems.slice(0, MAX_PROBLEMS)).toEqual([]);
}

/** The audit counts refusals of those that may read nothing instead. */
const isCounted = ({ answer, holder }: Asked) =>
  [401, 429].includes(answer.status) || (answer.status === 403 && /^(blind|reports)$/.test(holder?.name ?? ''));

it('requests that are read in one turn of the event loop are each answered as alone, and are in the audit once', async () => {
  const audit = harness.db.collection<Document & { _id: string }>('audit_log');
  const bursts = createBurstClient((await harness.start()).port, { connections: CONNECTIONS });
  /** By request id: what the audit has to tell of. */
  const recorded = new Map<string, (typeof alone)[number]>();
  for (let from = 0; from < alone.length; from += BURST) {
    const burst = alone.slice(from, from + BURST);
    const responses = await bursts.send(burst.map(({ request }) => request));
    compare(from, responses, isShareExceeded);
    for (const [index, response] of responses.entries()) {
      const requestId = response?.headers.get('x-request-id') ?? '';
      const asked = burst[index];
      if (asked === undefined || response?.status !== asked.answer.status) continue;
      expect(recorded.has(requestId), 'a request id for the second time').toBe(false);
      if (!isCounted(asked)) recorded.set(requestId, asked);
    }
  }
  bursts.close();
  const stored = () => audit.countDocuments({ kind: 'request', _id: { $in: [...recorded.keys()] } });
  await expect.poll(stored, { timeout: PATIENCE_MS }).toBe(recorded.size);
  for (const record of await audit.find({ kind: 'request' }).toArray()) {
    const asked = recorded.get(record._id);
    if (asked === undefined) continue;
    const { operation, answer, holder, request } = asked;
    const { name: credentialId, companyId } = holder ?? {};
    expect(record).toMatchObject({ operation, status: answer.status, credentialId, companyId });
    const contactId = record.arguments.contactId ?? '***';
    if (answer.status === 200 && operation === 'contacts.find' && contactId !== '***') {
      expect(decodeURIComponent(request.target)).toContain(`/contacts/${contactId}`);
    }
  }
});

describe('a burst on connections of its own', () => {
  const HUNG_UP = CONNECTIONS / 2;
  let behindProxy: BurstClient;
  let proxy: TcpProxy;
  let from = 0;

  beforeAll(async () => {
    const proxied = await harness.proxied(testStack().mongodbUrl);
    proxy = proxied.proxy;
    const deadline = { REQUEST_DEADLINE_MS: '1500', ACCESS_CACHE_MS: '0' };
    const { port } = await harness.start({ MONGODB_URL: proxied.url, ...deadline });
    behindProxy = createBurstClient(port, { connections: CONNECTIONS });
    // The first requests open connections, and take longer.
    await expectRecovery();
  });
  afterAll(() => behindProxy?.close());

  /** The next requests, one on each connection. @returns their responses, held to what they are alone or to an outage. */
  async function burst({ happen, hungUp = 0 }: { happen?: () => unknown; hungUp?: number } = {}): Promise<Responses> {
    from = (from + CONNECTIONS) % (alone.length - CONNECTIONS);
    const answering = behindProxy.send(alone.slice(from, from + CONNECTIONS).map(({ request }) => request));
    await happen?.();
    const responses = await answering;
    proxy.heal();
    const told = responses.slice(hungUp);
    compare(from + hungUp, told, (response) => isOutage(response) || isShareExceeded(response));
    return told;
  }

  /** Until a whole burst is answered as if nothing had been. */
  async function expectRecovery(): Promise<void> {
    while (outagesIn(await burst()).length > 0) await delay(50);
  }

  it.each([
    ['takes commands and never answers', () => proxy.hang()],
    ['refuses connections', () => proxy.cut()],
    ['breaks its connections', () => proxy.reset()],
  ])('gets its own answers or outages when MongoDB %s, and its own once that is over', async (_, happen) => {
    await burst({ happen });
    await expectRecovery();
  });

  it.each([0, 10])('gets its own answers when other clients hang up (after %d ms)', async (after) => {
    const happen = () => delay(after).then(() => behindProxy.hangUp(HUNG_UP));
    expect(outagesIn(await burst({ happen, hungUp: HUNG_UP }))).toEqual([]);
    expect(outagesIn(await burst())).toEqual([]);
  });
});

describe('a credential', () => {
  it('sees and lists every location that it reaches now, and nothing of any other one, when it asks plainly', async () => {
    for (const { holder } of holders) {
      expect([...canariesOf(await ask(holder, '/locations'))].toSorted()).toEqual([...holder.reaches].toSorted());
      for (const locationId of locationIds) {
        const asked = await ask(holder, `/contacts?locationId=${locationId}`);
        const seen = [holder.pinnedTo ?? locationId].filter((id) => holder.reaches.has(id));
        expect([asked.asked, asked.answer.status, ...canariesOf(asked)]).toEqual([
          asked.asked,
          seen.length === 0 ? 403 : 200,
          ...seen,
        ]);
      }
    }
  });

  it('finds the canary of its own location in deals, pipelines, fields, and everything that belongs to a contact', async () => {
    const reader = holders.find(({ holder: { reaches } }) => reaches.has('alpha'))?.holder ?? null;
    const lists = ['/deals', '/deals/deal-1', '/deal-pipelines', '/custom-fields', '/contacts/contact-1'];
    for (const path of [...lists, ...CHILD_RECORDS.map((record) => `/contacts/contact-1/${record}`)]) {
      const asked = await ask(reader, `${path}?locationId=alpha`);
      expect([path, asked.answer.status, ...canariesOf(asked)]).toEqual([path, 200, 'alpha']);
    }
  });

  it('gets by its links the PDFs of its own locations alone, by reads that are bound to them', async () => {
    const followed = new Set<string>();
    for (const { holder } of holders.filter((each) => each.holder.reportsAllowed)) {
      for (const locationId of holder.reaches) {
        const { answer } = await ask(holder, `/credit-reports/pdf-url?requestId=request-1&locationId=${locationId}`);
        const { pathname, search } = new URL(JSON.parse(answer.body).data.url);
        sent.length = 0;
        const response = await fetch(`http://127.0.0.1:${query.port()}${pathname}${search}`);
        const shown = canariesIn((await pdfPages(new Uint8Array(await response.arrayBuffer()))).join('\n'));
        expect([holder.name, response.status, ...shown]).toEqual([holder.name, 200, locationId]);
        const reach = { companyId: holder.companyId, locationIds: new Set([locationId]) };
        expect(sent.flatMap((command) => brokenRule(command, reach) ?? [])).toEqual([]);
        followed.add(locationId);
      }
    }
    expect([...followed].toSorted()).toEqual(shownIds);
  });
});
