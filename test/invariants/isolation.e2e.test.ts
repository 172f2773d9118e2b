import { pdfPages } from '@fundlens/credit-reports/testing/pdf-text';
import { documentRequests } from '@fundlens/query/testing/document-requests';
import { CHILD_RECORDS, publishedDocument } from '@fundlens/query/testing/published-routes';
import { companies } from '@fundlens/read-models/companies/companies';
import { credentials } from '@fundlens/read-models/credentials/credentials';
import { collectionName } from '@fundlens/read-models/definition';
import { locations } from '@fundlens/read-models/locations/locations';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ApiAnswer } from '../harness/api-client.ts';
import { type SentCommand, startWatchedQuery, type WatchedQuery } from '../harness/query-in-process.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type TestSystem } from '../harness/test-system.ts';
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
import { brokenRule, isTenantRead } from './tenant-commands.ts';

const REQUESTS = 600;
const { seed } = propertySeed();

const holders = canaryHolders();

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
const document = publishedDocument();
const randomRequests = fc.tuple(documentRequests(document, KNOWN), fc.constantFrom(...holders), fc.nat(3), fc.nat());

let system: TestSystem;
let query: WatchedQuery;

beforeAll(async () => {
  system = await createTestSystem({ name: 'isolation', stack: inject('stack') });
  await system.publish([...canaryEvents(), ...holders.map(({ issued }) => issued.event)]);
  await system.startProjector();
  await system.applied.all();
  // Without a cache every request shows all the look-ups that it rests on.
  query = await startWatchedQuery(system, { ACCESS_CACHE_MS: '0' });
});

afterAll(async () => {
  await query?.stop();
  await system?.stop();
});

type Asked = {
  readonly holder: Holder;
  readonly asked: string;
  readonly answer: ApiAnswer;
  /** What the driver sent while it was answered. */
  readonly sent: readonly SentCommand[];
};

async function ask(holder: Holder, where: string, headers: Readonly<Record<string, string>> = {}): Promise<Asked> {
  const before = query.sent.length;
  const answer = await query.get({ target: where, token: holder.token, headers });
  return { holder, asked: `${holder.name} asks ${where}`, answer, sent: query.sent.slice(before) };
}

/** One request after the other, so that every command belongs to one of them; cursors of all answers are used again. */
async function askAtRandom(count: number): Promise<Asked[]> {
  const cursors: string[] = [];
  const all: Asked[] = [];
  for (const [{ target, headers, given }, drawn, often, cursor] of fc.sample(randomRequests, {
    numRuns: count,
    seed,
  })) {
    const named = given.find(({ name }) => name === 'locationId')?.raw ?? '';
    // Most random credentials may not read most random locations.
    const owners = often < 2 ? holders.filter(({ holder: { reaches } }) => reaches.has(named)) : [];
    const { holder } = owners[cursor % Math.max(1, owners.length)] ?? drawn;
    const earlier = often === 0 ? cursors[cursor % Math.max(1, cursors.length)] : undefined;
    const more =
      earlier === undefined ? '' : `${target.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(earlier)}`;
    const asked = await ask(holder, target + more, headers);
    const next = /"nextCursor":"([^"]+)"/.exec(asked.answer.body)?.[1];
    if (next !== undefined) cursors.push(next);
    all.push(asked);
  }
  return all;
}

const foreignCanaries = ({ holder, answer }: Asked) =>
  [...canariesIn(`${answer.body} ${[...answer.headers].flat().join(' ')}`)].filter((id) => !holder.reaches.has(id));

/** Every rule of invariant 4 that the commands of a request break. */
function brokenRules({ holder, sent }: Asked): string[] {
  const reach = { companyId: holder.companyId, locationIds: holder.reaches };
  return sent.flatMap((command) => brokenRule(command, reach) ?? []);
}

/** Tenant data that was read although the request was refused, or before credential and location had been looked up. */
function readTooSoon({ sent, answer }: Asked): boolean {
  const tenantRead = sent.findIndex(isTenantRead);
  if (tenantRead === -1) return false;
  const lookedUp = (collection: string) =>
    sent.slice(0, tenantRead).some((command) => command.collection === collection);
  const refused = ![200, 304, 404].includes(answer.status);
  return refused || ![credentials, locations, companies].map(({ name }) => collectionName(name, 1)).every(lookedUp);
}

describe('a credential', () => {
  it('sees and lists every location that it reaches now, and nothing of any other one, when it asks plainly', async () => {
    for (const { holder } of holders) {
      const { answer: listed } = await ask(holder, '/locations');
      expect([...canariesIn(listed.body)].toSorted()).toEqual([...holder.reaches].toSorted());
      const all = locationIds.map(async (id) => [id, await ask(holder, `/contacts?locationId=${id}`)] as const);
      for (const [locationId, { answer }] of await Promise.all(all)) {
        const seen = holder.pinnedTo ?? locationId;
        expect([holder.name, locationId, answer.status]).toEqual([
          holder.name,
          locationId,
          holder.reaches.has(seen) ? 200 : 403,
        ]);
        expect([...canariesIn(answer.body)]).toEqual(holder.reaches.has(seen) ? [seen] : []);
      }
    }
  });

  it(`never sees anything of another location over ${REQUESTS} random requests`, async () => {
    console.log(`isolation: ${REQUESTS} random requests, seed ${seed} (PROPERTY_SEED repeats it)`);
    const all = await askAtRandom(REQUESTS);
    // By chance no random request may be answered from the client's own copy.
    for (const { holder } of holders) all.push(await ask(holder, '/locations', { 'if-none-match': '*' }));

    const statuses = Object.groupBy(all, ({ answer }) => String(answer.status));
    const counts = Object.entries(statuses).map(([status, answers]) => `${status}: ${answers?.length ?? 0}`);
    const commands = all.reduce((sum, { sent }) => sum + sent.length, 0);
    console.log(`isolation: ${counts.join(', ')}; ${commands} commands sent to MongoDB`);
    expect(all.filter((asked) => foreignCanaries(asked).length > 0).map(({ asked }) => asked)).toEqual([]);
    // Both the command that is bound to the wrong tenant and the one that is bound to none.
    expect(all.flatMap((asked) => brokenRules(asked).map((rule) => `${rule}: ${asked.asked}`))).toEqual([]);
    expect(all.filter(readTooSoon).map(({ asked, answer }) => `${answer.status} ${asked}`)).toEqual([]);
    // The random requests covered what they should: answers with content, refusals, and every location seen by a client.
    const seen = new Set(all.flatMap(({ answer }) => [...canariesIn(answer.body)]));
    expect([...seen].toSorted()).toEqual(locationIds.filter((id) => owners[id] !== null).toSorted());
    expect(statuses['304']?.length ?? 0).toBeGreaterThan(0);
    for (const status of ['200', '400', '403', '404']) expect(statuses[status]?.length ?? 0).toBeGreaterThan(30);
  });

  it('finds the canary of its own location in deals, pipelines, fields, and everything that belongs to a contact', async () => {
    const found = holders.find(({ holder: { reaches } }) => reaches.has('alpha'));
    if (found === undefined) throw new Error('nobody reads alpha');
    const records = CHILD_RECORDS.map((record) => `/contacts/contact-1/${record}`);
    for (const path of [
      '/deals',
      '/deals/deal-1',
      '/deal-pipelines',
      '/custom-fields',
      '/contacts/contact-1',
      ...records,
    ]) {
      const { answer } = await ask(found.holder, `${path}?locationId=alpha`);
      expect([path, answer.status, ...canariesIn(answer.body)]).toEqual([path, 200, 'alpha']);
    }
  });

  it('gets by its links the PDFs of its own locations alone, by reads that are bound to them', async () => {
    const allowed = holders.map(({ holder }) => holder).filter(({ reportsAllowed }) => reportsAllowed);
    const followed: string[] = [];
    for (const holder of allowed) {
      for (const locationId of holder.reaches) {
        const route = `/credit-reports/pdf-url?requestId=request-1&locationId=${locationId}`;
        const { answer } = await ask(holder, route);
        const { url } = JSON.parse(answer.body).data as { readonly url: string };
        const before = query.sent.length;
        const { status, bytes } = await query.follow(url);
        const shown = canariesIn((await pdfPages(bytes)).join('\n'));
        expect([holder.name, status, ...shown]).toEqual([holder.name, 200, locationId]);
        const reach = { companyId: holder.companyId, locationIds: new Set([locationId]) };
        expect(query.sent.slice(before).flatMap((command) => brokenRule(command, reach) ?? [])).toEqual([]);
        followed.push(locationId);
      }
    }
    expect([...new Set(followed)].toSorted()).toEqual(locationIds.filter((id) => owners[id] !== null).toSorted());
  });
});

describe('a request that is not admitted', () => {
  const tenantReads = ({ sent }: Asked) => sent.filter(isTenantRead).length;

  it('reads no tenant data: without permission, over its limit, revoked or expired', async () => {
    const companyId = 'company-d';
    const locationId = 'india';
    const make = (name: string, more: object) =>
      issueCredential({ credentialId: name, companyId, locationId, ...more });
    const cases = {
      blind: make('blind', { permissions: [] }),
      reports: make('reports', { permissions: ['credit_reports'] }),
      exhausted: make('exhausted', { limit: 1 }),
      revoked: make('revoked', { revokedAt: 1 }),
      expired: make('expired', { expiresAt: 1 }),
    };
    await system.applied.positions(
      await system.publish([
        company(companyId),
        ...installedLocation(locationId, companyId),
        ...Object.values(cases).map(({ event }) => event),
      ]),
    );
    const holder = (name: keyof typeof cases): Holder => ({
      name,
      token: cases[name].token,
      companyId,
      reaches: new Set([locationId]),
      pinnedTo: locationId,
      reportsAllowed: false,
    });
    const first = await ask(holder('exhausted'), '/contacts');
    expect([first.answer.status, tenantReads(first)]).toEqual([200, 1]);

    for (const [name, status] of [
      ['blind', 403],
      ['reports', 403],
      ['exhausted', 429],
      ['revoked', 401],
      ['expired', 401],
    ] as const) {
      for (const path of Object.keys(document.paths).filter((each) => each !== '/credential')) {
        const where = path.replace('{contactId}', 'contact-1').replace('{dealId}', 'deal-1');
        const asked = await ask(holder(name), where);
        expect([name, where, asked.answer.status, tenantReads(asked)]).toEqual([name, where, status, 0]);
        expect(canariesIn(asked.answer.body).size).toBe(0);
      }
    }
  });
});
