import type { CommandStartedEvent } from 'mongodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { queryHarness } from '../testing/query-harness.ts';
import type { TenantNames } from '../testing/read-model-fixtures.ts';
import { testStack } from '@fundlens/projection/testing/stack';

/**
 * Access changes at every step of a request for a report: before the nth command that the request sends to MongoDB, the
 * connection stands still, everything before it being done and nothing after it begun; then what the test states happens.
 * What happens before the request begins its read is never followed by the report. A read begins with the check of access,
 * which looks for all blocks at once.
 */

const REPORT = 'what the report says';
/** More than any of the requests sends. */
const MAX_STEPS = 30;

let onCommand: (command: CommandStartedEvent) => void = () => undefined;

const harness = await queryHarness();
const { fixtures } = harness;
const { proxy, url } = await harness.proxied(testStack().mongodbUrl);
// Nothing of access is cached, so that there are all steps that a request may have.
const query = await harness.start({ MONGODB_URL: url, ACCESS_CACHE_MS: '0' }, (mongo) =>
  mongo.on('commandStarted', (command) => onCommand(command)),
);
beforeAll(async () => {
  await fixtures.company('rival');
  // The first PDF of a process waits for its renderer, which a busy machine starts late.
  const follow = await pdf(await fixtures.tenant());
  await vi.waitFor(async () => expect((await follow()).status).toBe(200), { timeout: 50_000 });
});

type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };
type Ask = (of: TenantNames) => Promise<() => Promise<Answer>>;

const api =
  (path: string): Ask =>
  async ({ token }) =>
  () =>
    query.get(path, { token });

/** What is behind a link that was made before. */
const pdf: Ask = async ({ token }) => {
  const { json } = await query.get('/credit-reports/pdf-url?requestId=r1', { token });
  const { pathname, search } = new URL(json.data.url);
  return async () => {
    const response = await fetch(`http://127.0.0.1:${query.port()}${pathname}${search}`);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
};

/** All changes meet a report; one check judges the others too, at every step of which the first changes show that it is made. */
const asks = [
  { what: 'a report', ask: api('/credit-reports?requestId=r1'), shows: REPORT, refusals: [401, 403] },
  { what: 'a link', ask: api('/credit-reports/pdf-url?requestId=r1'), shows: '?link=', refusals: [401, 403], first: 2 },
  { what: 'a PDF', ask: pdf, shows: '%PDF', refusals: [404], first: 2 },
];

const changes: readonly (readonly [happens: string, change: (of: TenantNames) => Promise<unknown>])[] = [
  ['the credential is revoked', ({ put }) => put({ revokedAt: Date.now() })],
  ['the location is transferred', ({ locationId }) => fixtures.location(locationId, 'rival')],
  ['the owner of the location becomes unknown', (of) => fixtures.block(`location:${of.locationId}`)],
  ['the company is suspended', ({ companyId }) => fixtures.company(companyId, { state: 'suspended' })],
  ['an unreadable event blocks the credential', (of) => fixtures.block(`credential:${of.credentialId}`)],
  ['the credential may not read reports any more', ({ put }) => put({ permissions: ['read'] })],
  ['the credential becomes one of another company', ({ put }) => put({ companyId: 'rival' })],
];

/** The first look-up of the check: of the token, for the second time. */
const isOfToken = ({ commandName, command }: CommandStartedEvent) =>
  commandName === 'find' && /^credentials_/.test(String(command.find)) && 'tokenHash' in command.filter;

describe.each(asks)('while $what is asked for', ({ ask, shows, refusals, first }) => {
  /** @param before the number of the command that the change comes before. */
  async function askedWhile(before: number, change: (of: TenantNames) => Promise<unknown>) {
    const of = await fixtures.tenant({
      report: JSON.stringify({ says: REPORT, trades: [{ customerName: 'B' }] }),
    });
    const send = await ask(of);
    let commands = 0;
    let lookedUp = 0;
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    onCommand = (command) => {
      if (!['find', 'aggregate'].includes(command.commandName)) return;
      commands += 1;
      if (commands === before) {
        proxy.hang();
        resolve();
      }
      if (commands < before && isOfToken(command)) lookedUp += 1;
    };
    const response = send();
    const isReached = await Promise.race([reached.then(() => true), response.then(() => false)]);
    onCommand = () => undefined;
    if (isReached) await change(of);
    proxy.heal();
    const first = await response;
    return { first, next: isReached ? await send() : null, readBegan: lookedUp >= 2 };
  }

  it('and nothing happens, it is sent, and is in the audit', async () => {
    const { first } = await askedWhile(MAX_STEPS, async () => undefined);
    expect([first.status, first.text.includes(shows)]).toEqual([200, true]);
    expect(await harness.audited(first)).toMatchObject({ status: 200 });
  });

  it.each(changes.slice(0, first))('and %s before the read begins, nothing of it is sent', async (_, change) => {
    let checked = 0;
    for (let before = 1; ; before += 1) {
      const { first, next, readBegan } = await askedWhile(before, change);
      // The request sends no more commands.
      if (next === null) break;
      const refused = (response: Answer) => refusals.includes(response.status) && !response.text.includes(shows);
      expect(refused(next), `the request after step ${before}`).toBe(true);
      const isAudited = (await harness.audited(first))?.status === 200;
      expect(isAudited, `the audit of step ${before}`).toBe(first.status === 200);
      if (readBegan) continue;
      checked += 1;
      expect(refused(first), `step ${before}: ${first.status}`).toBe(true);
    }
    // Credential, blocks, company, age, location, freshness.
    expect(checked).toBeGreaterThan(4);
  });
});
