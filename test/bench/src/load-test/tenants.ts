import { creditReportStored, dealChanged, reportBytes, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { company, type IssuedCredential, installedLocation, issueCredential } from '../../../harness/tenants.ts';
import { applicationOf, contactIdOf, tradesOf } from '../workload.ts';

/** Companies with locations of their own, each with a key, and contacts with all that belongs to them. */

export const COMPANIES = 8;
export const LOCATIONS = 40;
const LARGE_REPORT_BYTES = 200_000;
const MINUTE_MS = 60_000;

/** A location as the load generator has to know it. */
export type LoadTenant = {
  readonly locationId: string;
  readonly locationToken: string;
  /** Of the company that has the location. */
  readonly agencyToken: string;
  readonly contacts: readonly LoadContact[];
  readonly largeReportId: string;
};
export type LoadContact = { readonly contactId: string; readonly requestId: string };

const companyIdOf = (location: number) => `company-load-${location % COMPANIES}`;
const locationIdOf = (location: number) => `location-load-${location}`;
const largeReportIdOf = (location: number) => `large-report-${location}`;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The same for the same number: tokens follow from ids. */
export function loadTenants(contactsEach: number): LoadTenant[] {
  return range(LOCATIONS).map((location) => ({
    locationId: locationIdOf(location),
    locationToken: locationKey(location).token,
    agencyToken: agencyKey(companyIdOf(location)).token,
    contacts: numbersOf(location, contactsEach).map((number) => ({
      contactId: contactIdOf(number),
      requestId: `request-${number}`,
    })),
    largeReportId: largeReportIdOf(location),
  }));
}

/** Everything but contacts: few events. */
export function tenantEvents(): Typed[] {
  return [
    ...range(COMPANIES).flatMap((number) => [company(companyIdOf(number)), agencyKey(companyIdOf(number)).event]),
    ...range(LOCATIONS).flatMap((location) => [
      ...installedLocation(locationIdOf(location), companyIdOf(location)),
      locationKey(location).event,
    ]),
  ];
}

/** What belongs to the contacts of one location. */
export function contactEventsOf(location: number, contactsEach: number): Typed[] {
  const locationId = locationIdOf(location);
  const meta = { locationId };
  const numbers = numbersOf(location, contactsEach);
  const [first = 0] = numbers;
  return [
    ...numbers.flatMap((number) => [
      ...applicationOf(number, locationId),
      dealChanged({
        meta,
        contactId: contactIdOf(number),
        dealId: `deal-${number}`,
        createdAt: USUAL_INSTANT - number * MINUTE_MS,
      }),
    ]),
    creditReportStored({
      meta,
      contactId: contactIdOf(first),
      requestId: largeReportIdOf(location),
      report: reportBytes({ data: { subjectName: 'PERSON', trades: tradesOf(LARGE_REPORT_BYTES) } }),
    }),
  ];
}

/** Each location has numbers of its own. */
function numbersOf(location: number, contactsEach: number): number[] {
  return range(contactsEach).map((index) => location * contactsEach + index);
}

function agencyKey(companyId: string): IssuedCredential {
  return issueCredential({ credentialId: `agency-${companyId}`, companyId, locationId: null });
}

function locationKey(location: number): IssuedCredential {
  const locationId = locationIdOf(location);
  return issueCredential({ credentialId: `key-${locationId}`, companyId: companyIdOf(location), locationId });
}
