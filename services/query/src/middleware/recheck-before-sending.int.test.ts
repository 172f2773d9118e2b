import { startProxyOf } from '@fundlens/testing/proxied-url';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import type { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import { newToken } from '../testing/read-model-fixtures.ts';
import { testStack } from '../testing/stack.ts';

/**
 * Access changes while a report is on its way to a client. The connection to MongoDB stands still at one moment of
 * one request, everything before it being done and nothing after it begun; then what the test states happens.
 */

/** `asked`: the read has not reached MongoDB. `read`: the process has the answer, and has not looked again. */
type Moment = 'asked' | 'read';

const REPORT = 'what the report says';
const PDF = '%PDF-';

let harness: QueryHarness;
let query: RunningQuery;
let proxy: TcpProxy;
const gate = createGate();

beforeAll(async () => {
  harness = await queryHarness();
  const proxied = await startProxyOf(testStack().mongodbUrl);
  proxy = proxied.proxy;
  query = await harness.start({ MONGODB_URL: proxied.url }, (mongo) => gate.watch(mongo, proxied.proxy));
  await harness.fixtures.company('rival');
});
afterAll(async () => {
  await harness?.close();
  await proxy?.stop();
});

/** Lets the connection stand still at the given moment of the next read of a collection. */
function createGate() {
  let expected: { readonly collection: RegExp; readonly moment: Moment; readonly reached: () => void } | null = null;
  let asked: number | null = null;
  return {
    watch(mongo: MongoClient, link: TcpProxy) {
      const stand = () => {
        link.hang();
        expected?.reached();
        expected = null;
        asked = null;
      };
      mongo.on('commandStarted', ({ commandName, command, requestId }) => {
        if (expected === null || commandName !== 'find' || !expected.collection.test(String(command.find))) return;
        if (expected.moment === 'asked') stand();
        else asked = requestId;
      });
      mongo.on('commandSucceeded', ({ requestId }) => {
        if (requestId === asked) stand();
      });
    },
    at(collection: RegExp, moment: Moment): Promise<void> {
      return new Promise((reached) => {
        expected = { collection, moment, reached };
      });
    },
  };
}

let made = 0;

/** A company with a location, a report, and a key for all of it. */
async function tenant() {
  made += 1;
  const [company, location, credentialId] = [`company-${made}`, `location-${made}`, `key-${made}`];
  const { fixtures } = harness;
  await fixtures.company(company);
  await fixtures.location(location, company);
  const text = JSON.stringify({ trades: [{ customerName: REPORT }] });
  await fixtures.creditReport(location, { requestId: 'r', contactId: 'c', pulledAt: 1, text });
  const token = newToken();
  const put = (change: object = {}) =>
    fixtures.credential(
      {
        reach: 'location',
        companyId: company,
        pinnedLocationId: location,
        permissions: ['read', 'credit_reports'],
        ...change,
      },
      { credentialId, token },
    );
  await put();
  return { company, location, credentialId, token, put };
}

type Tenant = Awaited<ReturnType<typeof tenant>>;

const api = (path: string) => async (of: Tenant) => {
  const { status, text, headers } = await query.get(path, { token: of.token });
  return { status, text, headers };
};

async function follow(url: string) {
  const { pathname, search } = new URL(url);
  const response = await fetch(`http://127.0.0.1:${query.port()}${pathname}${search}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Before the gate is set: what is needed to ask. */
const withoutMore = async (_: Tenant) => '';
const linkOf = async ({ token }: Tenant) =>
  (await query.get('/credit-reports/pdf-url?requestId=r', { token })).json.data.url as string;

const asks = [
  {
    what: 'a report by its id',
    reads: /^credit_reports_/,
    before: withoutMore,
    ask: api('/credit-reports?requestId=r'),
    shows: REPORT,
  },
  {
    what: 'the latest report of a contact',
    reads: /^credit_reports_/,
    before: withoutMore,
    ask: api('/credit-reports?contactId=c'),
    shows: REPORT,
  },
  {
    what: 'a link',
    reads: /^credit_reports_/,
    before: withoutMore,
    ask: api('/credit-reports/pdf-url?requestId=r'),
    shows: '?link=',
  },
  {
    what: 'the PDF behind a link',
    reads: /^credit_reports_/,
    before: linkOf,
    ask: (_: Tenant, url: string) => follow(url),
    shows: PDF,
  },
] as const;

const changes = [
  {
    happens: 'the location is transferred',
    change: ({ location }: Tenant) => harness.fixtures.location(location, 'rival'),
    refusal: 403,
  },
  {
    happens: 'the owner of the location becomes unknown',
    change: ({ location }: Tenant) => harness.fixtures.block(`location:${location}`),
    refusal: 403,
  },
  {
    happens: 'the company is suspended',
    change: ({ company }: Tenant) => harness.fixtures.company(company, { state: 'suspended' }),
    refusal: 403,
  },
  {
    happens: 'the credential is revoked',
    change: ({ put }: Tenant) => put({ revokedAt: Date.now() }),
    refusal: 401,
  },
  {
    happens: 'the credential is blocked by an unreadable event',
    change: ({ credentialId }: Tenant) => harness.fixtures.block(`credential:${credentialId}`),
    refusal: 401,
  },
  {
    happens: 'the credential may not read reports any more',
    change: ({ put }: Tenant) => put({ permissions: ['read'] }),
    refusal: 403,
  },
  {
    happens: 'the credential becomes one of another company',
    change: ({ put }: Tenant) => put({ companyId: 'rival' }),
    refusal: 403,
  },
] as const;

const moments: readonly Moment[] = ['asked', 'read'];
/** A link is refused in one way only. */
const LINK_REFUSAL = 404;

describe.each(asks)('while $what is under way', ({ what, reads, before, ask, shows }) => {
  async function askedWhile(moment: Moment, change: (of: Tenant) => Promise<unknown>) {
    const of = await tenant();
    const needed = await before(of);
    const reached = gate.at(reads, moment);
    const response = ask(of, needed);
    try {
      await reached;
      await change(of);
    } finally {
      proxy.heal();
    }
    return await response;
  }

  const auditOf = ({ headers }: { headers: Headers }) =>
    harness.db.collection<{ _id: string; status: number }>('audit_log').findOne({
      _id: headers.get('x-request-id') ?? '',
    });

  it.each(moments)('and nothing happens (%s), it is sent, and is in the audit', async (moment) => {
    const response = await askedWhile(moment, async () => undefined);
    expect([response.status, response.text.includes(shows)]).toEqual([200, true]);
    expect(await auditOf(response)).toMatchObject({ status: 200 });
  });

  describe.each(changes)('and $happens', ({ change, refusal }) => {
    it.each(moments)('nothing of it is sent (%s)', async (moment) => {
      const response = await askedWhile(moment, change);
      expect(response.status).toBe(what === 'the PDF behind a link' ? LINK_REFUSAL : refusal);
      for (const text of [REPORT, PDF, '?link=']) expect(response.text).not.toContain(text);
      expect((await auditOf(response))?.status).not.toBe(200);
    });
  });
});
