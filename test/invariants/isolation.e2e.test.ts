import { pdfPages } from '@fundlens/credit-reports/testing/pdf-text';
import { CHILD_RECORDS, contactRecords } from '@fundlens/query/testing/published-routes';
import { companies } from '@fundlens/read-models/companies/companies';
import { credentials } from '@fundlens/read-models/credentials/credentials';
import { modelVersion } from '@fundlens/read-models/definition';
import { locations } from '@fundlens/read-models/locations/locations';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ApiAnswer } from '../harness/api-client.ts';
import { type SentCommand, startWatchedQuery, type WatchedQuery } from '../harness/query-in-process.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type TestSystem } from '../harness/test-system.ts';
import { canariesIn, canaryEvents, canaryHolders, canaryOf, type Holder, locationIds, owners } from './canary-world.ts';
import { type RandomRequest, randomRequest } from './random-requests.ts';
import { brokenRule, isTenantRead } from './tenant-commands.ts';

const REQUESTS = 2_200;
const { seed } = propertySeed();

const holders = canaryHolders();

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
async function askAll(requests: readonly RandomRequest[]): Promise<Asked[]> {
  const cursors: string[] = [];
  const all: Asked[] = [];
  for (const { holder: drawn, path, parameters, cursor, headers } of requests) {
    const { holder } = holders[drawn % holders.length] ?? raise('there are no credentials');
    const given = new URLSearchParams();
    for (const [name, value] of parameters) given.append(name, value.toWellFormed());
    const earlier = cursor === null ? undefined : cursors[cursor % Math.max(1, cursors.length)];
    if (earlier !== undefined) given.append('cursor', earlier);
    const asked = await ask(holder, given.size === 0 ? path : `${path}?${given}`, ofThisRun(headers));
    const next = /"nextCursor":"([^"]+)"/.exec(asked.answer.body)?.[1];
    if (next !== undefined) cursors.push(next);
    all.push(asked);
  }
  return all;
}

/** With the topics as they are called in this run. */
function ofThisRun(headers: Readonly<Record<string, string>>): Record<string, string> {
  const prefixed = (value: string) => value.replaceAll(/(?=(?:crm|funding)\.changes)/g, system.topicPrefix);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, prefixed(value)]));
}

function raise(message: string): never {
  throw new Error(message);
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
  return refused || ![credentials, locations, companies].map(modelVersion).every(lookedUp);
}

describe('a credential', () => {
  it('sees every location that it reaches, and nothing of any other one when it asks plainly', async () => {
    for (const { holder } of holders) {
      for (const locationId of locationIds) {
        const { answer } = await ask(holder, `/contacts?locationId=${locationId}`);
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

  it('lists exactly the locations that its company has now', async () => {
    for (const { holder } of holders) {
      const { answer } = await ask(holder, '/locations');
      expect([...canariesIn(answer.body)].toSorted()).toEqual([...holder.reaches].toSorted());
    }
  });

  it(`never sees anything of another location over ${REQUESTS} random requests`, async () => {
    console.log(`isolation: ${REQUESTS} random requests, seed ${seed} (PROPERTY_SEED repeats it)`);
    const all = await askAll(fc.sample(randomRequest, { numRuns: REQUESTS, seed }));

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

  it('finds the canary of its own location in deals, their pipelines and custom fields', async () => {
    const { holder } =
      holders.find(({ holder: { reaches } }) => reaches.size > 0) ?? raise('no client may read anything');
    const locationId = [...holder.reaches][0] ?? raise('nothing is reached');
    for (const path of ['/deals?status=open&', '/deals/deal-1?', '/deal-pipelines?', '/custom-fields?']) {
      const { answer } = await ask(holder, `${path}locationId=${locationId}`);
      expect([path, answer.status, ...canariesIn(answer.body)]).toEqual([path, 200, locationId]);
    }
  });

  it('finds the canary of its own location in everything that belongs to a contact', async () => {
    const { holder } =
      holders.find(({ holder: { reaches } }) => reaches.size > 0) ?? raise('no client may read anything');
    const locationId = [...holder.reaches][0] ?? raise('nothing is reached');
    for (const record of CHILD_RECORDS) {
      const { answer } = await ask(holder, `/contacts/contact-1/${record}?locationId=${locationId}`);
      expect([record, answer.status, ...canariesIn(answer.body)]).toEqual([record, 200, locationId]);
    }
  });

  it('with scope=company sums the locations of its company now: no foreign, uninstalled or transferred one counts', async () => {
    for (const { holder } of holders.filter(({ holder: { pinnedTo } }) => pinnedTo === null)) {
      const asked = await ask(holder, '/dashboard/stats?scope=company&days=365&series=daily&compare=previous');
      const { status, body } = asked.answer;
      expect([holder.name, status]).toEqual([holder.name, holder.companyId === 'company-suspended' ? 403 : 200]);
      expect([holder.name, ...canariesIn(body)].toSorted()).toEqual([holder.name, ...holder.reaches].toSorted());
      expect(brokenRules(asked)).toEqual([]);
      expect(readTooSoon(asked)).toBe(false);
      if (status === 200) {
        const { company: summed } = (JSON.parse(body) as { data: { company: { locations: number } } }).data;
        expect([holder.name, summed.locations]).toEqual([holder.name, holder.reaches.size]);
      }
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

  it('gets the same answer for a foreign, an unknown and a transferred location', async () => {
    const agency =
      holders.find(({ holder }) => holder.name === 'api_key.company-a.agency')?.holder ?? raise('no agency');
    const bodies = await Promise.all(
      ['charlie', 'echo', 'foxtrot', 'hotel', 'never-heard-of'].map(async (locationId) => {
        const { answer } = await ask(agency, `/pipeline?locationId=${locationId}`);
        return `${answer.status} ${answer.body.replace(/req_[0-9a-f]+/, '')}`;
      }),
    );

    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toMatch(/^403 /);
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
      for (const where of [
        '/contacts',
        '/contacts?query=canary',
        '/contacts/contact-1',
        ...contactRecords.map(({ name: record }) => `/contacts/contact-1/${record}`),
        '/pipeline',
        '/deals',
        '/deals/deal-1',
        '/deal-pipelines',
        '/custom-fields',
        '/pipeline/stages',
        '/dashboard/stats',
        '/dashboard/stats?scope=company',
        '/credit-reports?contactId=contact-1',
      ]) {
        const asked = await ask(holder(name), where);
        expect([name, where, asked.answer.status, tenantReads(asked)]).toEqual([name, where, status, 0]);
        expect(canariesIn(asked.answer.body).size).toBe(0);
      }
    }
  });

  it('without the permission for reports reads none', async () => {
    for (const { holder } of holders.filter((candidate) => !candidate.holder.reportsAllowed)) {
      const asked = await ask(
        holder,
        `/credit-reports?requestId=request-1&locationId=${[...holder.reaches][0] ?? 'x'}`,
      );
      expect([asked.answer.status, tenantReads(asked)]).toEqual([403, 0]);
    }
  });

  it('has canaries to find: the holder of a location does see its own', async () => {
    const { holder } = holders.find((candidate) => candidate.holder.reaches.has('delta-2')) ?? raise('no holder');
    const { answer } = await ask(holder, '/contacts/contact-1');
    expect(answer.body).toContain(canaryOf('delta-2'));
  });
});
