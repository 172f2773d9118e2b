import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { creditReportStored, reportBytes } from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { company, type IssuedCredential, installedLocation, issueCredential } from '../../harness/tenants.ts';
import type { TestSystem } from '../../harness/test-system.ts';
import { eventually } from '../../harness/waiting.ts';
import { waitingForRefresh } from '../../invariants/stored-state.ts';
import { applicationOf, COMPANY, contactEvents, contactIdOf, LOCATIONS, locationOf, tradesOf } from './workload.ts';

/** What the benchmark of reads reads: contacts, reports of two sizes and a dashboard. */

/** Half as many contacts, in four locations: the local stand-in for MongoDB sorts all of a location for every page. */
const EVENTS = 4_000;
/** Of each contact. */
const STATES = 2;
/** Different contacts that one connection after the other asks for. */
const CONTACTS_ASKED_FOR = 500;
/** Different reports of each size. */
const REPORTS = 20;
/** Contacts with an application: the dashboard is counted from theirs. */
const APPLICATIONS = 400;
const FILLED_DEADLINE_MS = 600_000;
const PUBLISHED_AT_ONCE = 2_000;

const SMALL_BYTES = 6_000;
const LARGE_BYTES = 200_000;

export type ReadData = {
  readonly credential: IssuedCredential;
  readonly locationId: string;
  readonly contactIds: readonly string[];
  readonly reportIds: { readonly small: readonly string[]; readonly large: readonly string[] };
};

export async function fillReadModels(system: TestSystem): Promise<ReadData> {
  const [locationId] = LOCATIONS;
  const credential = issueCredential({ credentialId: 'bench', companyId: COMPANY, locationId });
  await publishAll(system, [
    company(COMPANY),
    ...LOCATIONS.flatMap((id) => installedLocation(id, COMPANY)),
    credential.event,
    ...contactEvents(EVENTS, STATES),
    ...Array.from({ length: APPLICATIONS }, (_, number) => applicationOf(number)).flat(),
  ]);
  for (const bytes of [SMALL_BYTES, LARGE_BYTES]) await publishAll(system, reportsOf(bytes, locationId));
  await applyAll(system);
  const numbers = Array.from({ length: EVENTS / STATES }, (_, number) => number);
  const own = numbers.filter((number) => locationOf(number) === locationId).slice(0, CONTACTS_ASKED_FOR);
  const reportIds = { small: reportIdsOf(SMALL_BYTES), large: reportIdsOf(LARGE_BYTES) };
  return { credential, locationId, contactIds: own.map(contactIdOf), reportIds };
}

/** @returns how many events there are */
export async function publishAll({ publish }: TestSystem, events: Iterable<Typed>): Promise<number> {
  let published = 0;
  const waiting: Publishable[] = [];
  for (const event of events) {
    waiting.push(event as Publishable);
    if (waiting.length === PUBLISHED_AT_ONCE) published += (await publish(waiting.splice(0))).length;
  }
  return published + (await publish(waiting)).length;
}

/** Lets a projector apply everything and count the dashboards, and ends it. */
export async function applyAll(system: TestSystem): Promise<void> {
  const projector = await system.startProjector({ LOG_LEVEL: 'info' });
  const limits = { deadlineMs: FILLED_DEADLINE_MS, pauseMs: 500 };
  await system.applied.all(limits);
  const isCounted = async () => (await waitingForRefresh(system.db)) === 0;
  await eventually(isCounted, { what: 'the counting of dashboards', ...limits });
  await projector.stop();
}

function reportIdsOf(bytes: number): string[] {
  return Array.from({ length: REPORTS }, (_, number) => `report-${bytes}-${number}`);
}

function reportsOf(bytes: number, locationId: string): Typed[] {
  const report = reportBytes({ data: { subjectName: 'PERSON', trades: tradesOf(bytes), models: [{ score: 702 }] } });
  return reportIdsOf(bytes).map((requestId) =>
    creditReportStored({ meta: { locationId }, contactId: contactIdOf(0), requestId, report }),
  );
}
