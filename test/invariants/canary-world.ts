import type { EventType } from '@fundlens/contracts/event-types';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { company, type IssuedCredential, issueCredential } from '../harness/tenants.ts';
import { putString, stringPlaces } from '@fundlens/contracts/testing/string-places';

/**
 * Several companies and their locations. All locations hold entities with the same ids, and every string of every
 * entity carries the canary of its location, so that whatever is shown tells where it came from.
 */

/** The holder that may read a location now; null: none. */
export const owners: Readonly<Record<string, string | null>> = {
  alpha: 'company-a',
  bravo: 'company-a',
  charlie: 'company-b',
  delta: 'company-b',
  // A location may begin like another one.
  'delta-2': 'company-c',
  // Transferred from company-a to company-b.
  echo: 'company-b',
  // Uninstalled by company-a.
  foxtrot: null,
  // Of a company that is suspended.
  golf: null,
  // Installed by two companies at the same instant.
  hotel: null,
};

export const locationIds = Object.keys(owners);
export const contactIds = ['contact-1', 'contact-2', 'contact-3', 'contact-4', 'contact-5'];
export const dealIds = ['deal-1', 'deal-2', 'deal-3'];
export const requestIds = ['request-1', 'request-2', 'request-3'];

/** No canary is part of another one, nor of anything else. */
export const canaryOf = (locationId: string) => `canary.${locationId}.yranac`;
const CANARY = /canary\.([a-z0-9-]+)\.yranac/g;

/** The locations whose canaries are in the text. */
export function canariesIn(text: string): Set<string> {
  return new Set([...text.matchAll(CANARY)].map((match) => match[1] ?? ''));
}

export type Holder = {
  readonly name: string;
  readonly token: string;
  readonly companyId: string;
  /** What it may read now. */
  readonly reaches: ReadonlySet<string>;
  /** Null: an agency credential. */
  readonly pinnedTo: string | null;
  readonly reportsAllowed: boolean;
};

const SUSPENDED = 'company-suspended';
const companyIds = ['company-a', 'company-b', 'company-c', SUSPENDED];

/** Location and agency keys and OAuth tokens of all companies, with and without reports; some were given before a transfer. */
export function canaryHolders(): { readonly holder: Holder; readonly issued: IssuedCredential }[] {
  const formerOwners: Readonly<Record<string, string>> = { foxtrot: 'company-a', golf: SUSPENDED, hotel: 'company-a' };
  const companyOf = (locationId: string) => owners[locationId] ?? formerOwners[locationId] ?? '';
  const pinned = locationIds.map((locationId) => ({ companyId: companyOf(locationId), locationId }));
  const former = { companyId: 'company-a', locationId: 'echo' };
  const scopes = [...pinned, former, ...companyIds.map((companyId) => ({ companyId, locationId: null }))];
  return scopes.flatMap(({ companyId, locationId }) =>
    [
      { kind: 'api_key', permissions: ['read', 'credit_reports'] } as const,
      { kind: 'oauth_token', permissions: ['read'] } as const,
    ].map(({ kind, permissions }) => {
      const name = `${kind}.${companyId}.${locationId ?? 'agency'}`;
      const issued = issueCredential({ credentialId: name, companyId, locationId, kind, permissions });
      const owned = locationIds.filter((id) => owners[id] === companyId);
      const reaches = new Set(locationId === null ? owned : owned.filter((id) => id === locationId));
      const reportsAllowed = kind === 'api_key';
      return {
        issued,
        holder: { name, token: issued.token, companyId, reaches, pinnedTo: locationId, reportsAllowed },
      };
    }),
  );
}

/** All events that make the world as `owners` says. */
export function canaryEvents(): Typed[] {
  const active = companyIds.filter((id) => id !== SUSPENDED).map((id) => company(id));
  const suspended = build.companyChanged({ companyId: SUSPENDED, state: 'suspended' });
  return [...active, suspended, ...installations(), ...locationIds.flatMap(entitiesOf)];
}

function installations(): Typed[] {
  const installed = (locationId: string, companyId: string, more: object = {}) =>
    build.installationChanged({ meta: { locationId }, companyId, installedAt: build.USUAL_INSTANT, ...more });
  const plain = locationIds.filter((id) => !['echo', 'foxtrot', 'golf', 'hotel'].includes(id));
  return [
    ...plain.map((id) => installed(id, owners[id] ?? '')),
    installed('echo', 'company-a', { state: 'transferred_out' }),
    installed('echo', 'company-b', { installedAt: build.USUAL_INSTANT + 1 }),
    installed('foxtrot', 'company-a', { state: 'uninstalled' }),
    installed('golf', SUSPENDED),
    installed('hotel', 'company-a'),
    installed('hotel', 'company-b'),
  ];
}

function entitiesOf(locationId: string): Typed[] {
  const meta = { locationId };
  const own = `contact-only-${locationId}`;
  return [
    withCanary(build.locationChanged({ meta }), locationId),
    withCanary(build.pipelineChanged({ meta }), locationId),
    withCanary(build.customFieldChanged({ meta }), locationId),
    ...dealIds.map((dealId) => withCanary(build.dealChanged({ meta, dealId }), locationId)),
    ...[...contactIds, own].flatMap((contactId) => [
      withCanary(build.contactChanged({ meta, contactId }), locationId),
      withCanary(build.applicantChanged({ meta, contactId }), locationId),
      withCanary(build.underwritingCompleted({ meta, contactId, resultId: `result-of-${contactId}` }), locationId),
      withCanary(build.fundingPlanChanged({ meta, contactId, planId: `plan-of-${contactId}` }), locationId),
      withCanary(build.nextStepsChanged({ meta, contactId }), locationId),
    ]),
    ...requestIds.map((requestId, index) => {
      const canary = canaryOf(locationId);
      const data = { models: [{ score: 700 }], trades: [{ customerName: canary }] };
      const report = build.reportBytes({ of: canary, data });
      const contactId = contactIds[index] ?? own;
      return withCanary(build.creditReportStored({ meta, contactId, requestId, report }), locationId);
    }),
  ];
}

/** The event with the canary of its location in every string that may hold one. */
function withCanary<T extends EventType>(typed: Typed<T>, locationId: string): Typed<T> {
  const canary = canaryOf(locationId);
  for (const { type, path, reading } of stringPlaces()) {
    const value = { free: canary, json: JSON.stringify(canary) }[reading as string];
    if (type === typed.type && value !== undefined) putString(type, typed.event, { path, value });
  }
  return typed;
}
