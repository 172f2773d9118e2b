import { modelVersion } from '@fundlens/read-models/definition';
import { definitionOf } from '@fundlens/read-models/definitions';
import { creditReportStored, reportBytes } from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { company, type IssuedCredential, installedLocation } from '../../harness/tenants.ts';
import type { TestSystem } from '../../harness/test-system.ts';
import { eventually } from '../../harness/waiting.ts';
import { applicationOf, COMPANY, contactEvents, contactIdOf, LOCATIONS, locationOf, tradesOf } from './workload.ts';

/** What the benchmark of reads reads: contacts, reports of two sizes and a dashboard. */

/** Half as many contacts, in four locations: the local stand-in for MongoDB sorts all of a location for every page. */
const MAX_EVENTS = 4_000;
/** Of each contact. */
const STATES = 2;
/** Different contacts that one connection after the other asks for. */
const CONTACTS_ASKED_FOR = 500;
/** Different reports of each size. */
const REPORTS = 20;
/** Contacts with an application: the dashboard is counted from theirs. */
const APPLICATIONS = 400;
const FILLED_DEADLINE_MS = 300_000;

const SMALL_BYTES = 6_000;
const LARGE_BYTES = 200_000;

export type ReadData = {
  readonly credential: IssuedCredential;
  readonly locationId: string;
  readonly contactIds: readonly string[];
  readonly reportIds: { readonly small: readonly string[]; readonly large: readonly string[] };
};

/** Publishes everything, lets a projector apply it and count the dashboard, and ends the projector. */
export async function fillReadModels(
  system: TestSystem,
  { events, credential }: { readonly events: number; readonly credential: IssuedCredential },
): Promise<ReadData> {
  const [locationId] = LOCATIONS;
  const count = Math.min(events, MAX_EVENTS);
  await system.publish([
    company(COMPANY),
    ...LOCATIONS.flatMap((id) => installedLocation(id, COMPANY)),
    credential.event,
    ...contactEvents(count, STATES),
    ...Array.from({ length: APPLICATIONS }, (_, number) => applicationOf(number)).flat(),
  ]);
  for (const bytes of [SMALL_BYTES, LARGE_BYTES]) await system.publish(reportsOf(bytes, locationId));
  const projector = await system.startProjector({ LOG_LEVEL: 'info' });
  await system.applied.all({ deadlineMs: FILLED_DEADLINE_MS });
  await dashboardCounted(system);
  await projector.stop();
  const numbers = Array.from({ length: Math.ceil(count / STATES) }, (_, number) => number);
  const own = numbers.filter((number) => locationOf(number) === locationId).slice(0, CONTACTS_ASKED_FOR);
  const reportIds = { small: reportIdsOf(SMALL_BYTES), large: reportIdsOf(LARGE_BYTES) };
  return { credential, locationId, contactIds: own.map(contactIdOf), reportIds };
}

/** Waits until nothing is left that a dashboard does not hold yet. */
async function dashboardCounted({ db }: Pick<TestSystem, 'db'>): Promise<void> {
  const sources = (['contacts', 'deals', 'locations'] as const).map((name) => modelVersion(definitionOf(name)));
  const isCounted = async () => {
    const waiting = await Promise.all(
      sources.map((source) => db.collection(source).findOne({ dirtyKey: { $exists: true } })),
    );
    return waiting.every((document) => document === null);
  };
  await eventually(isCounted, { what: 'the counting of dashboards', deadlineMs: FILLED_DEADLINE_MS, pauseMs: 500 });
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
