import { startProxyOf } from '@fundlens/testing/proxied-url';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import type { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import type { TenantNames } from '../testing/read-model-fixtures.ts';
import { testStack } from '../testing/stack.ts';

/**
 * Access changes while a report is on its way to a client. The connection to MongoDB stands still at one moment of
 * one request, everything before it being done and nothing after it begun; then what the test states happens.
 */

/** `asked`: the read has not reached MongoDB. `read`: the process has the answer, and has not looked again. */
type Moment = 'asked' | 'read';

const REPORT = 'what the report says';

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

const api = (path: string) => async (of: TenantNames) => {
  const { status, text, headers } = await query.get(path, { token: of.token });
  return { status, text, headers };
};

// The PDF behind a link is looked at again by its own code (links/download.test.ts).
const asks = [
  { what: 'a report', ask: api('/credit-reports?requestId=r1'), shows: REPORT },
  { what: 'a link', ask: api('/credit-reports/pdf-url?requestId=r1'), shows: '?link=' },
] as const;

const changes: readonly (readonly [happens: string, refusal: number, change: (of: TenantNames) => Promise<unknown>])[] =
  [
    ['the location is transferred', 403, ({ locationId }) => harness.fixtures.location(locationId, 'rival')],
    ['the owner of the location becomes unknown', 403, (of) => harness.fixtures.block(`location:${of.locationId}`)],
    ['the company is suspended', 403, ({ companyId }) => harness.fixtures.company(companyId, { state: 'suspended' })],
    ['the credential is revoked', 401, ({ put }) => put({ revokedAt: Date.now() })],
    ['an unreadable event blocks the credential', 401, (of) => harness.fixtures.block(`credential:${of.credentialId}`)],
    ['the credential may not read reports any more', 403, ({ put }) => put({ permissions: ['read'] })],
    ['the credential becomes one of another company', 403, ({ put }) => put({ companyId: 'rival' })],
  ];

const moments: readonly Moment[] = ['asked', 'read'];

describe.each(asks)('while $what is under way', ({ ask, shows }) => {
  async function askedWhile(moment: Moment, change: (of: TenantNames) => Promise<unknown>) {
    const of = await harness.fixtures.tenant({
      report: JSON.stringify({ says: REPORT, trades: [{ customerName: 'B' }] }),
    });
    const reached = gate.at(/^credit_reports_/, moment);
    const response = ask(of);
    try {
      await reached;
      await change(of);
    } finally {
      proxy.heal();
    }
    return await response;
  }

  it.each(moments)('and nothing happens (%s), it is sent, and is in the audit', async (moment) => {
    const response = await askedWhile(moment, async () => undefined);
    expect([response.status, response.text.includes(shows)]).toEqual([200, true]);
    expect(await harness.audited(response)).toMatchObject({ status: 200 });
  });

  it.each(changes)('and %s, nothing of it is sent', async (_, refusal, change) => {
    for (const moment of moments) {
      const response = await askedWhile(moment, change);
      expect([moment, response.status]).toEqual([moment, refusal]);
      for (const text of [REPORT, '?link=']) expect(response.text).not.toContain(text);
      expect((await harness.audited(response))?.status).not.toBe(200);
    }
  });
});
