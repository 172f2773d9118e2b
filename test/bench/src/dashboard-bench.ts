import { BASE_PATH } from '@fundlens/query/routes/route';
import {
  applicantChanged,
  creditReportStored,
  dealChanged,
  fundingPlanChanged,
  underwritingCompleted,
} from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { company, installedLocation, issueCredential } from '../../harness/tenants.ts';
import type { Bench } from './options.ts';
import { QUERY_OPTIONS, runLoad } from './read-bench.ts';
import { applyAll, publishAll } from './read-data.ts';
import { type Figure, inTurns } from './results.ts';
import { COMPANY } from './workload.ts';

const DAY_MS = 86_400_000;
/** Longer than the longest window, so that every window has all its days. */
const HISTORY_DAYS = 400;
/** Of the events below: application, report, contact with a report, result, plan, its product twice, deal twice. */
const FACTS_OF_A_PERSON = 9;
/** What a dashboard is counted from: a small tenant's and a large one's year. */
const FEW_FACTS = 1_000;
const MANY_FACTS = 100_000;
const SHORTEST_DAYS = 1;
const LONGEST_DAYS = 365;
const WARM_UP_SECONDS = 2;
/** Enough to keep both services busy, few enough that latencies mean something. */
const CONNECTIONS = 32;

/** `/dashboard/stats`: the longest window beside the shortest, and many facts beside few. */
export async function benchDashboard({ system, seconds, rounds, report }: Bench): Promise<Figure[]> {
  const [few, many] = [tenantOf('location-few', FEW_FACTS), tenantOf('location-many', MANY_FACTS)];
  report('filling two locations, then measuring');
  await publishAll(system, [company(COMPANY), ...few.events, ...many.events]);
  await applyAll(system);
  const query = await system.startQuery(QUERY_OPTIONS);
  const measure = (token: string, days: number, length: number) =>
    runLoad({
      ...{ url: new URL(query.baseUrl).origin, pid: query.pid, token, connections: CONNECTIONS, seconds: length },
      paths: [`${BASE_PATH}/dashboard/stats?days=${days}`],
    });
  const longOfMany = () => measure(many.token, LONGEST_DAYS, seconds);
  try {
    for (const { token } of [few, many]) await measure(token, LONGEST_DAYS, WARM_UP_SECONDS);
    const byDays = await inTurns(`dashboard: ${LONGEST_DAYS} days by ${SHORTEST_DAYS}`, rounds, {
      floor: () => measure(many.token, SHORTEST_DAYS, seconds),
      ours: longOfMany,
    });
    const byFacts = await inTurns(`dashboard: ${MANY_FACTS} facts by ${FEW_FACTS}`, rounds, {
      floor: () => measure(few.token, LONGEST_DAYS, seconds),
      ours: longOfMany,
    });
    return [...byDays, ...byFacts];
  } finally {
    await query.stop();
  }
}

function tenantOf(locationId: string, facts: number): { readonly token: string; readonly events: readonly Typed[] } {
  const now = Date.now();
  const credential = issueCredential({ credentialId: `bench-${locationId}`, companyId: COMPANY, locationId });
  const persons = Array.from({ length: Math.ceil(facts / FACTS_OF_A_PERSON) }, (_, person) => {
    const meta = { locationId, occurredAt: now };
    const contactId = `person-${person}`;
    const at = now - (person % HISTORY_DAYS) * DAY_MS;
    return [
      applicantChanged({ meta, contactId, submittedAt: at }),
      creditReportStored({ meta, contactId, requestId: `request-${person}`, pulledAt: at }),
      underwritingCompleted({ meta, contactId, resultId: `result-${person}`, evaluatedAt: at }),
      fundingPlanChanged({ meta, contactId, planId: `plan-${person}`, createdAt: at }),
      dealChanged({ meta, contactId, dealId: `deal-${person}`, createdAt: at }),
    ];
  });
  return {
    token: credential.token,
    events: [...installedLocation(locationId, COMPANY), credential.event, ...persons.flat()],
  };
}
