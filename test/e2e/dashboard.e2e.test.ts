import { isDeepStrictEqual } from 'node:util';
import type { AnyEvent } from '@fundlens/contracts/event-types';
import { positionText } from '@fundlens/contracts/positions';
import { plainRecount } from '@fundlens/dashboards/testing/plain-recount';
import { eventsAround } from '@fundlens/dashboards/testing/window-histories';
import type { Figures } from '@fundlens/read-models/dashboards/dashboard-figures';
import { deletionOf } from '@fundlens/testing/deletions';
import {
  applicantChanged,
  contactChanged,
  creditReportStored,
  dealChanged,
  fundingPlanChanged,
  underwritingCompleted,
} from '@fundlens/testing/event-builders';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { dataOf } from '../harness/api-client.ts';
import { company, type IssuedCredential, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';

const COMPANY = 'company-dashboard';
const WINDOWS = [1, 2, 30, 364, 365];
const LOCATIONS = 4;

type Stats = Figures & { readonly window: { readonly to: string; readonly timeZone: string } };
type Tenant = { readonly locationId: string; readonly key: IssuedCredential; readonly history: readonly AnyEvent[] };

const now = Date.now();
/** What happens a day after it is told is refused by the publisher. */
const LATEST = now + 20 * 3_600_000;

const NO_SUMMARY = {
  utilizationPct: null,
  openTradelines: null,
  inquiries6m: null,
  derogatories24m: null,
  oldestAccountMonths: null,
  totalDebtCents: null,
};
const SCORED = { ...NO_SUMMARY, scores: [{ bureau: 'equifax', model: null, score: 700 }] };
const QUALIFIED = { decision: null, cardStatus: 'eligible', termLoanStatus: null };

/** Of a contact that is deleted, and of one that never comes: their records outlive or await it. And a deal that moves. */
const OUT_OF_LISTS: readonly AnyEvent[] = [
  ...['contact-gone', 'contact-to-come'].flatMap((contactId) => [
    applicantChanged({ contactId, submittedAt: now, waitingOn: 'Client: offer' }),
    creditReportStored({ contactId, requestId: contactId, pulledAt: now, summary: SCORED }),
    underwritingCompleted({ contactId, resultId: contactId, evaluatedAt: now, ...QUALIFIED }),
    fundingPlanChanged({ contactId, planId: contactId, createdAt: now }),
  ]),
  contactChanged({ contactId: 'contact-gone' }),
  deletionOf(contactChanged({ contactId: 'contact-gone' })),
  ...['contact-1', 'contact-2'].map((contactId) => dealChanged({ contactId, dealId: 'moved', createdAt: now })),
];

const { seed } = propertySeed();
const tenants: readonly Tenant[] = fc.sample(eventsAround(now), { seed, numRuns: LOCATIONS }).map((events, number) => {
  const locationId = `location-${number}`;
  const history = [...OUT_OF_LISTS, ...events].filter(canBeTold).map((typed) => toldBy(locationId, typed));
  return { locationId, key: issueCredential({ credentialId: locationId, companyId: COMPANY, locationId }), history };
});

let system: TestSystem;
let query: QueryService;
beforeAll(async () => {
  system = await createTestSystem({ name: 'dashboard', stack: inject('stack') });
  await system.startProjector();
  query = await system.startQuery();
  await system.publish([
    company(COMPANY),
    ...tenants.flatMap(({ locationId, key }) => [...installedLocation(locationId, COMPANY), key.event]),
  ]);
  await system.applied.all();
});
afterAll(() => system?.stop());

/** A location that is gone is not disclosed to any client. */
function canBeTold({ type, event }: AnyEvent): boolean {
  const instants = [...JSON.stringify(event).matchAll(/"[a-z]+At":([0-9]+)/gi)];
  return !(type === 'LocationChanged' && event.meta.deleted) && instants.every(([, at]) => Number(at) < LATEST);
}

function toldBy<E extends AnyEvent>(locationId: string, typed: E): E {
  return { ...typed, event: { ...typed.event, meta: { ...typed.event.meta, locationId, occurredAt: now } } };
}

/** What the service answers, and what a plain recount of `published` says of the same days. */
async function answered({ key }: Tenant, published: readonly AnyEvent[], days: number) {
  const answer = query.get({ target: `/dashboard/stats?days=${days}`, token: key.token });
  const { window, ...figures } = await dataOf<Stats>(answer);
  return { figures, expected: plainRecount(published, { timeZone: window.timeZone, today: window.to, days }) };
}

async function becomesRight(tenant: Tenant, published: readonly AnyEvent[]): Promise<void> {
  await eventually(
    async () => {
      const answers = await Promise.all(WINDOWS.map((days) => answered(tenant, published, days)));
      return answers.every(({ figures, expected }) => isDeepStrictEqual(figures, expected));
    },
    { what: `the recount of ${tenant.locationId} with seed ${seed}` },
  ).catch(() => undefined);
  for (const days of WINDOWS) {
    const { figures, expected } = await answered(tenant, published, days);
    expect(figures, `${days} days of ${tenant.locationId}, seed ${seed}`).toEqual(expected);
  }
}

async function publishInParts(shares: readonly number[]): Promise<void> {
  for (const share of shares) {
    const parts = tenants.map((tenant) => ({
      tenant,
      published: tenant.history.slice(0, Math.ceil(tenant.history.length * share)),
    }));
    // Again what was published before: nothing is counted twice.
    await system.publish(parts.flatMap(({ published }) => published));
    for (const { tenant, published } of parts) await becomesRight(tenant, published);
  }
}

it("the dashboard of every location shows its own events and no other location's, in every window", async () => {
  await publishInParts([0.4, 1]);
});

it('a client that sends the position of what it has published reads it in the dashboard', async () => {
  const [tenant] = tenants;
  if (tenant === undefined) throw new TypeError('there is a location');
  const won = async () =>
    (await dataOf<Stats>(query.get({ target: '/dashboard/stats', token: tenant.key.token }))).deals.won;
  const before = await won();
  for (let deal = 1; deal <= 2; deal += 1) {
    const at = { createdAt: now, updatedAt: now, stageChangedAt: now, statusChangedAt: now };
    const event = dealChanged({ contactId: 'contact-1', dealId: `own-${deal}`, status: 'won', ...at });
    const positions = (await system.publish([toldBy(tenant.locationId, event)])).map(positionText).join(',');
    const headers = { 'X-Wait-For-Position': positions };
    const { deals } = await dataOf<Stats>(query.get({ target: '/dashboard/stats', token: tenant.key.token, headers }));
    expect(deals.won).toBe(before + deal);
  }
});
