import { DEAD_LETTERS } from '@fundlens/read-models/dead-letter';
import { installationChanged, locationChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ApiAnswer } from '../harness/api-client.ts';
import { appendRaw } from '../harness/raw-events.ts';
import type { ServiceProcess } from '../harness/service-process.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';

/** Invariant 8: so long after an access event is applied, no request that begins is let in by what was before. */
const LATEST_EFFECT_MS = 1_000;

const SELLER = 'company-seller';
const BUYER = 'company-buyer';
const sellersAgency = issueCredential({ credentialId: 'seller-agency', companyId: SELLER, locationId: null });
const buyersAgency = issueCredential({ credentialId: 'buyer-agency', companyId: BUYER, locationId: null });

let system: TestSystem;
let projector: ServiceProcess;
let query: QueryService;

beforeAll(async () => {
  system = await createTestSystem({ name: 'access', stack: inject('stack') });
  projector = await system.startProjector();
  query = await system.startQuery();
  await system.publish([company(SELLER), company(BUYER), sellersAgency.event, buyersAgency.event]);
  await system.applied.all();
});

afterAll(() => system?.stop());

/** A location of the seller's with a key of its own, both in use. */
async function soldLocation(locationId: string) {
  const key = issueCredential({ credentialId: `key-of-${locationId}`, companyId: SELLER, locationId });
  await system.applied.positions(await system.publish([...installedLocation(locationId, SELLER), key.event]));
  return key;
}

/**
 * Goes on asking, as clients do, while `change` is applied.
 * @returns the answers to requests that began more than the allowed time after `isApplied` was first seen to hold.
 */
async function answersAfterwards(options: {
  readonly ask: () => Promise<ApiAnswer>;
  readonly change: () => Promise<unknown>;
  readonly isApplied: () => Promise<boolean>;
}): Promise<ApiAnswer[]> {
  const asked: { readonly began: number; readonly answer: ApiAnswer }[] = [];
  let applied = Number.POSITIVE_INFINITY;
  // It works until then, so that caches are warm when the change comes.
  await eventually(async () => (await options.ask()).status === 200, { what: 'the first answer' });
  const watching = options.change().then(async () => {
    await eventually(options.isApplied, { what: 'the application of the change', pauseMs: 5 });
    applied = performance.now();
  });
  const enough = () => asked.filter(({ began }) => began > applied + LATEST_EFFECT_MS).length >= 20;
  while (!enough()) {
    const began = performance.now();
    asked.push({ began, answer: await options.ask() });
  }
  await watching;
  return asked.filter(({ began }) => began > applied + LATEST_EFFECT_MS).map(({ answer }) => answer);
}

const statuses = (answers: readonly ApiAnswer[]) => [...new Set(answers.map(({ status }) => status))];

describe('one second after its event is applied', () => {
  it('a revoked credential is refused', async () => {
    const key = await soldLocation('location-revoked');

    const revoked = issueCredential({
      credentialId: key.credentialId,
      companyId: SELLER,
      locationId: 'location-revoked',
      version: 2,
      revokedAt: USUAL_INSTANT,
    });

    const answers = await answersAfterwards({
      ask: () => query.get({ token: key.token, target: '/contacts' }),
      change: () => system.publish([revoked.event]),
      isApplied: async () => {
        const stored = await system.stored('credentials', key.credentialId);
        return typeof stored?.revokedAt === 'number';
      },
    });

    expect(statuses(answers)).toEqual([401]);
  });

  it('a transferred location is refused to its former company and open to the new one', async () => {
    const locationId = 'location-transferred';
    const key = await soldLocation(locationId);
    const transfer = [
      installationChanged({
        meta: { locationId, version: 2 },
        companyId: SELLER,
        state: 'transferred_out',
        installedAt: USUAL_INSTANT,
      }),
      installationChanged({ meta: { locationId }, companyId: BUYER, installedAt: USUAL_INSTANT + 1_000 }),
    ];

    const answers = await answersAfterwards({
      ask: () => query.get({ token: key.token, target: '/contacts' }),
      change: () => system.publish(transfer),
      isApplied: async () => {
        const stored = await system.stored('locations', locationId);
        return stored?.companyId !== SELLER;
      },
    });

    expect(statuses(answers)).toEqual([403]);
    await system.applied.all();
    const asked = { target: `/contacts?locationId=${locationId}` };
    const former = await query.get({ ...asked, token: sellersAgency.token });
    const unknown = await query.get({ target: '/contacts?locationId=nowhere', token: sellersAgency.token });
    expect(former.status).toBe(403);
    // Nothing tells a location that was transferred away from one that never was.
    const withoutRequestId = (answer: ApiAnswer) => answer.body.replace(/req_[^"]+/, '');
    expect(withoutRequestId(former)).toBe(withoutRequestId(unknown));
    await eventually(async () => (await query.get({ ...asked, token: buyersAgency.token })).status === 200, {
      what: 'the new owner',
    });
    const late = installationChanged({
      meta: { locationId, version: 3 },
      companyId: SELLER,
      state: 'uninstalled',
      installedAt: USUAL_INSTANT,
    });
    await system.applied.positions(await system.publish([late]));
    expect((await query.get({ ...asked, token: buyersAgency.token })).status).toBe(200);
  });

  it('an uninstalled company loses all its locations', async () => {
    const locationId = 'location-of-a-company-that-leaves';
    const leaving = 'company-leaving';
    const key = issueCredential({ credentialId: 'key-of-leaving', companyId: leaving, locationId });
    await system.applied.positions(
      await system.publish([company(leaving), ...installedLocation(locationId, leaving), key.event]),
    );
    const { event } = company(leaving);

    const answers = await answersAfterwards({
      ask: () => query.get({ token: key.token, target: '/contacts' }),
      change: () =>
        system.publish([
          { type: 'CompanyChanged', event: { ...event, meta: { ...event.meta, version: 2 }, state: 'uninstalled' } },
        ]),
      isApplied: async () => {
        const stored = await system.stored('companies', leaving);
        return stored?.state === 'uninstalled';
      },
    });

    expect(statuses(answers)).toEqual([403]);
  });
});

describe('an access event that is invalid', () => {
  it('refuses the credential that it is about, since what it would have said is unknown', async () => {
    const locationId = 'location-of-a-blocked-key';
    const key = await soldLocation(locationId);
    const { event } = issueCredential({
      credentialId: key.credentialId,
      companyId: SELLER,
      locationId,
      version: 2,
    }).event;

    const answers = await answersAfterwards({
      ask: () => query.get({ token: key.token, target: '/contacts' }),
      // No client library would let this pass.
      change: () => appendRaw(system, [{ type: 'CredentialChanged', event: { ...event, tokenHash: 'not a hash' } }]),
      isApplied: async () => {
        const blocks = { blocks: `credential:${key.credentialId}`, status: 'open' };
        return (await system.db.collection(DEAD_LETTERS).countDocuments(blocks)) > 0;
      },
    });

    expect(statuses(answers)).toEqual([401]);
  });
});

describe('while the projector is down', () => {
  it('the query service goes on serving, and what was published meanwhile is there after its return', async () => {
    const locationId = 'location-served';
    const key = await soldLocation(locationId);
    await projector.stop();

    await system.publish([locationChanged({ meta: { locationId, version: 2 }, name: 'Renamed in the meantime' })]);
    const during = await Promise.all(
      ['/locations', '/contacts', '/pipeline?pipelineType=applicant'].map((where) =>
        query.get({ token: key.token, target: where }),
      ),
    );
    expect(during.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(during[0]?.body).toContain(`Location ${locationId}`);

    projector = await system.startProjector();
    await system.applied.all();
    const after = await query.get({ token: key.token, target: '/locations' });
    expect(after.body).toContain('Renamed in the meantime');
  });
});
