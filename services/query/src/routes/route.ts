import type { ReadModelName } from '@fundlens/read-models/definition';
import type { z } from 'zod';
import type { AccessStore } from '../credentials/access-store.ts';
import type { Caller, Credential } from '../credentials/access-state.ts';
import type { ProcessContext } from '../process-context.ts';
import type { CreditReportQueries } from '../queries/credit-reports.ts';
import type { DashboardQueries } from '../queries/dashboards.ts';
import type { DocumentQueries } from '../queries/documents.ts';
import type { Reader } from '../queries/lists.ts';
import type { Admission } from '../quota/limits.ts';
import type { SealKeys } from '../sealed-text.ts';

/** Carried in the base path (spec §9). */
export const BASE_PATH = '/api/v1';

/** Groups of operations, as the reference shows them (spec §1). */
export const ROUTE_TAGS = {
  Locations: 'Discover the locations that a credential reaches.',
  Contacts: 'Find CRM contacts.',
  Credit: 'Stored, tenant-scoped credit and underwriting data.',
  Funding: 'Funding plans and next steps of applicants.',
  Pipeline: 'CRM deals and the funding pipeline.',
  Changes: 'Keep a copy up to date.',
  Dashboard: 'Bounded aggregate statistics.',
  Credential: 'What the credential itself may do.',
} as const;

export type RouteTag = keyof typeof ROUTE_TAGS;

/**
 * `one`: agency keys name the location. `reach`: the route spans what the credential reaches. `scoped`: `one`, unless an
 * agency key asks for all locations of its company (`scope=company`).
 */
export type LocationRule = 'one' | 'reach' | 'scoped';

/** What a request reads by, once every check is passed. */
export type CheckedRequest = Reader & {
  readonly credential: Credential;
  readonly admission: Admission;
  /** Every location that the request reads. */
  readonly locationIds: readonly string[];
};

/** JSON of the response's `data`; null: there is none. */
export type Read = (request: CheckedRequest) => Promise<Uint8Array | null>;

/** What differs between routes. The order of checks is that of `middleware/chain.ts` for all of them. */
export type RouteDefinition<Schema extends z.ZodObject> = {
  /** Name in the audit, e.g. `contacts.find`. */
  readonly operation: string;
  readonly tag: RouteTag;
  /** One line, as in a table of contents. */
  readonly summary: string;
  /** What a client must know beyond its parameters and its data; Markdown. */
  readonly description?: string;
  /** Path and query parameters without `locationId`. Every issue's message completes the sentence "<parameter> …". */
  readonly parameters: Schema;
  /** Parameters that the audit may show: ids, paging values and names of views. */
  readonly audited: readonly string[];
  /** Beside `read`, which every route needs. Access is checked uncached right before the read, and the audit comes before the response. */
  readonly permission?: 'credit_reports';
  /** `one` where it is absent. */
  readonly location?: LocationRule;
  /** The read models that the response is made from; none where access state suffices. */
  readonly reads: readonly ReadModelName[];
  /** No cache keeps the response. Otherwise the client's own may, and must revalidate it each time. */
  readonly neverStored?: true;
  /** The response's `data`. Objects are strict and members described, so that nothing unlisted is ever shown. */
  readonly data: z.ZodType;
  /** When the response is 404, as a sentence; absent where it never is. */
  readonly notFound?: string;
  /** Whether a request waits for the turn of its company; absent: a page of many views does. */
  isHeavy?(parameters: z.output<Schema>): boolean;
  /** Checks what the schema cannot, before any store is read, and says what to read. @throws ApiError 400 */
  read(parameters: z.output<Schema>, caller: Caller): Read;
};

export type Route = RouteDefinition<z.ZodObject> & {
  /** Template below the base path, e.g. `/contacts/:contactId`. */
  readonly path: string;
  /** Of the whole path; what logs and metrics show of a request. */
  readonly template: string;
  readonly location: LocationRule;
  isHeavy(parameters: z.output<z.ZodObject>): boolean;
  /** All that the credential needs. */
  readonly permissions: readonly string[];
};

/** What routes read by; each takes what it needs. */
export type RouteDependencies = Pick<ProcessContext, 'config' | 'clock'> & {
  readonly creditReports: CreditReportQueries;
  readonly dashboards: DashboardQueries;
  readonly documents: DocumentQueries;
  readonly accessStore: Pick<AccessStore, 'blockedLocations'>;
  readonly cursors: SealKeys;
  readonly links: SealKeys;
};

/** Views of a page that take about as long as the point reads of other companies may wait. */
const MAX_LIGHT_VIEWS = 100;

function isHeavy({ limit = 1, include = [] }: { limit?: number; include?: readonly string[] }): boolean {
  return limit * (1 + include.length) > MAX_LIGHT_VIEWS;
}

export function get<Schema extends z.ZodObject>(path: string, definition: RouteDefinition<Schema>): Route {
  const permissions = ['read', ...[definition.permission ?? []].flat()];
  return { location: 'one', isHeavy, ...definition, path, template: `${BASE_PATH}${path}`, permissions };
}
