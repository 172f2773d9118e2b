import type { Publishable } from '@fundlens/contracts/publisher';
import { applicantChanged, contactChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dataOf, target } from '../harness/api-client.ts';
import { type PipelinePage, walkPipeline } from '../harness/pipeline.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';

const COMPANY = 'company-walk';
const LOCATION = 'location-walk';
const NEIGHBOUR = 'location-next-door';
const key = issueCredential({ credentialId: 'walker', companyId: COMPANY, locationId: LOCATION });

/** More than one page of the largest size. */
const APPLICANTS = 520;
/** So many applicants share one instant: an order by instant alone would skip or repeat some of them. */
const TIED = 9;

let system: TestSystem;
let query: QueryService;

const idOf = (number: number) => `contact-${number}`;

function applicant(
  number: number,
  locationId: string,
  meta: { version?: number; deleted?: boolean } = {},
): Publishable[] {
  const contactId = idOf(number);
  // Some have no instant of submission: they come last.
  const submittedAt = number % 50 === 0 ? null : USUAL_INSTANT - Math.floor(number / TIED) * 1_000;
  return [
    contactChanged({ meta: { locationId, ...meta }, contactId, firstName: 'Applicant', lastName: String(number) }),
    applicantChanged({ meta: { locationId, ...meta }, contactId, submittedAt, stage: `stage-${number % 7}` }),
  ];
}

const numbers = Array.from({ length: APPLICANTS }, (_, number) => number);

beforeAll(async () => {
  system = await createTestSystem({ name: 'walk', stack: inject('stack') });
  await system.publish([
    company(COMPANY),
    ...installedLocation(LOCATION, COMPANY),
    ...installedLocation(NEIGHBOUR, COMPANY),
    key.event,
    ...numbers.flatMap((number) => applicant(number, LOCATION)),
    // The same ids next door, so that a page that mixed locations would repeat them.
    ...numbers.slice(0, 50).flatMap((number) => applicant(number, NEIGHBOUR)),
    // Neither a contact without application nor an application without contact is an applicant.
    contactChanged({ meta: { locationId: LOCATION }, contactId: 'contact-only' }),
    applicantChanged({ meta: { locationId: LOCATION }, contactId: 'application-only' }),
  ]);
  await system.startProjector();
  await system.applied.all();
  query = await system.startQuery();
});

afterAll(() => system?.stop());

function walked(pages: readonly PipelinePage[]): string[] {
  return pages.flatMap(({ contacts }) => contacts.map(({ contactId }) => contactId));
}

describe('GET /pipeline walked to the end', () => {
  it.each([7, 1, 500])('returns every applicant of the location exactly once with limit %i', async (limit) => {
    const pages = await walkPipeline({ query, token: key.token, limit });

    expect(walked(pages).toSorted()).toEqual(numbers.map(idOf).toSorted());
    expect(pages.every(({ returned, contacts }) => returned === contacts.length)).toBe(true);
    expect(pages.slice(0, -1).every(({ returned }) => returned === limit)).toBe(true);
    expect(pages.every(({ pipelineType }) => pipelineType === 'applicant')).toBe(true);
  });

  it('gives the same order whatever the page size', async () => {
    const bySeven = walked(await walkPipeline({ query, token: key.token, limit: 7 }));
    const byFiveHundred = walked(await walkPipeline({ query, token: key.token, limit: 500 }));

    expect(bySeven).toEqual(byFiveHundred);
  });

  it('may be walked over several instances of the service', async () => {
    const instances = [query, await system.startQuery()];
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page === 0 || cursor !== undefined; page += 1) {
      const where = target('/pipeline', { pipelineType: 'applicant', limit: 100, cursor });
      const instance = instances[page % instances.length] ?? query;
      const { contacts, nextCursor } = await dataOf<PipelinePage>(instance.get({ target: where, token: key.token }));
      seen.push(...contacts.map(({ contactId }) => contactId));
      cursor = nextCursor ?? undefined;
    }

    expect(seen.toSorted()).toEqual(numbers.map(idOf).toSorted());
  });

  it('returns every applicant that stays exactly once while names, stages and others change', async () => {
    const leaving = numbers.filter((number) => number % 13 === 5);
    const staying = numbers.filter((number) => !leaving.includes(number));
    let version = 2;
    let arrived = 0;

    /** A rename and a stage move of some that stay, one that leaves for good, one that arrives at the top. */
    async function change(): Promise<void> {
      const moved = staying.filter((number) => number % 40 === version % 40);
      const gone = leaving[version - 2];
      const events = [
        ...moved.flatMap((number) => applicant(number, LOCATION, { version })),
        ...(gone === undefined ? [] : applicant(gone, LOCATION, { version, deleted: true })),
        ...applicant(10_000 + arrived, LOCATION),
      ];
      version += 1;
      arrived += 1;
      const positions = await system.publish(events);
      // Every fourth time the change is certainly there before the next page; otherwise the two race.
      if (version % 4 === 0) await system.applied.positions(positions);
    }

    const pages = await walkPipeline({ query, token: key.token, limit: 7, afterPage: change });

    const seen = new Map<string, number>();
    for (const id of walked(pages)) seen.set(id, (seen.get(id) ?? 0) + 1);
    expect(staying.filter((number) => seen.get(idOf(number)) !== 1)).toEqual([]);
    expect([...seen].filter(([, times]) => times > 1)).toEqual([]);
    expect(pages.length).toBeGreaterThan(leaving.length);

    await system.applied.all();
    const after = walked(await walkPipeline({ query, token: key.token, limit: 500 }));
    expect(after.toSorted()).toEqual(
      [...staying, ...Array.from({ length: arrived }, (_, index) => 10_000 + index)].map(idOf).toSorted(),
    );
  });

  it('refuses the cursor of another location and of another filter', async () => {
    const neighbour = issueCredential({ credentialId: 'neighbour', companyId: COMPANY, locationId: NEIGHBOUR });
    const agency = issueCredential({ credentialId: 'agency', companyId: COMPANY, locationId: null });
    await system.applied.positions(await system.publish([neighbour.event, agency.event]));
    const cursors: string[] = [];
    await walkPipeline({
      query,
      token: key.token,
      limit: 200,
      afterPage: async ({ nextCursor }) => void (nextCursor === null ? undefined : cursors.push(nextCursor)),
    });
    const cursor = encodeURIComponent(cursors[0] ?? '');

    const elsewhere = await Promise.all([
      query.get({ token: neighbour.token, target: `/pipeline?pipelineType=applicant&cursor=${cursor}` }),
      query.get({ token: key.token, target: `/pipeline?pipelineType=applicant&stage=stage-1&cursor=${cursor}` }),
      query.get({ token: key.token, target: `/contacts?cursor=${cursor}` }),
      query.get({
        token: agency.token,
        target: `/pipeline?pipelineType=applicant&locationId=${NEIGHBOUR}&cursor=${cursor}`,
      }),
    ]);

    expect(elsewhere.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });
});
