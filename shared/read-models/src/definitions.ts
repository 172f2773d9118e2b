import type { IndexDescription } from 'mongodb';
import type { ReadModelDefinition, ReadModelName } from './definition.ts';

/** What waits in an outbox, longest first: holds only the documents that do, and answers on the local stand-in too. */
const DIRTY_SINCE: IndexDescription = { key: { dirtySince: 1 }, name: 'dirty_since', sparse: true };

/** Fields: see CompanyFields; none when the company is deleted. */
export const companies: ReadModelDefinition = { name: 'companies', version: 1, streams: ['access'], indexes: [] };

/**
 * Fields: `companyId` (the owner, or null), `listKey` (locationId, only while somebody owns it).
 * The listing of an agency is a range of listKey under its companyId.
 */
export const locations: ReadModelDefinition = {
  name: 'locations',
  version: 1,
  streams: ['crm', 'access'],
  indexes: [{ key: { companyId: 1, listKey: 1 }, name: 'by_company' }],
};

/**
 * Fields: see CredentialFields; none when the credential is deleted.
 * The hash is deliberately not unique: the same hash on two credentials refuses both.
 */
export const credentials: ReadModelDefinition = {
  name: 'credentials',
  version: 1,
  streams: ['access'],
  indexes: [{ key: { tokenHash: 1 }, name: 'by_token_hash' }],
};

/**
 * Fields: `listKey` (createdAt), `terms` (`e:<e-mail>`, `p:<phone digits>`, `w:<prefix of a word>`), `tags`; none when
 * deleted.
 */
export const contacts: ReadModelDefinition = {
  name: 'contacts',
  version: 1,
  streams: ['crm'],
  indexes: [
    { key: { locationId: 1, listKey: 1 }, name: 'list' },
    { key: { locationId: 1, terms: 1, listKey: 1 }, name: 'list_by_term' },
    { key: { locationId: 1, tags: 1, listKey: 1 }, name: 'list_by_tag' },
  ],
};

/** Fields: `listKey` (submittedAt; only while contact and application live), `stage`. */
export const applicants: ReadModelDefinition = {
  name: 'applicants',
  version: 1,
  streams: ['crm', 'funding'],
  indexes: [
    { key: { locationId: 1, listKey: 1 }, name: 'list' },
    { key: { locationId: 1, stage: 1, listKey: 1 }, name: 'list_by_stage' },
  ],
};

/**
 * Fields: see CreditReportFields; none when the report is deleted. Its text is in the body alone. While its PDF has to be
 * looked after, it has an `Outbox` without days.
 */
export const creditReports: ReadModelDefinition = {
  name: 'credit_reports',
  version: 1,
  streams: ['funding'],
  indexes: [{ key: { locationId: 1, contactId: 1, listKey: 1 }, name: 'latest_by_contact' }, DIRTY_SINCE],
};

/** See StoredReportPdf; made from `credit_reports` by a background job, and following their version. */
export const creditReportPdfs: ReadModelDefinition = {
  name: 'credit_report_pdfs',
  version: creditReports.version,
  madeFrom: 'credit_reports',
  streams: [],
  indexes: [{ key: { layout: 1 }, name: 'by_layout' }],
  standInIndexes: [{ key: { _id: 1, edition: 1 }, name: 'stand_in_id_edition' }],
};

/**
 * Fields: `days` (UTC days and state days of its facts; none without facts); in a location's document `timeZone` instead.
 * Beside them the writer keeps `dirtyDays` and `dirtySince`, see `Outbox`: bookkeeping that is only there while a refresh
 * has something to do.
 */
export const dashboardFacts: ReadModelDefinition = {
  name: 'dashboard_facts',
  version: 1,
  streams: ['crm', 'funding'],
  indexes: [
    { key: { locationId: 1, days: 1 }, name: 'by_day' },
    {
      key: { locationId: 1, dirtySince: 1 },
      name: 'dirty_of_location',
      partialFilterExpression: { dirtySince: { $exists: true } },
    },
    DIRTY_SINCE,
  ],
  standInIndexes: [{ key: { locationId: 1, dirtySince: 1, _id: 1 }, name: 'stand_in_dirty_of_location' }],
};

/**
 * One document per location, made from its `dashboard_facts` by the refresher: `timeZone`, `firstDay` and `sums` of a
 * WindowDocument, beside `revision`. Its version follows that of the facts.
 */
export const dashboardWindows: ReadModelDefinition = {
  name: 'dashboard_windows',
  version: dashboardFacts.version,
  madeFrom: 'dashboard_facts',
  streams: [],
  indexes: [{ key: { locationId: 1 }, name: 'by_location' }],
};

/** The four below are found by their contact alone and have no fields; the contact itself is one of their slots. */
export const creditSummaries: ReadModelDefinition = ofContact('credit_summaries');
export const underwritingResults: ReadModelDefinition = ofContact('underwriting_results');
export const fundingPlans: ReadModelDefinition = ofContact('funding_plans');
export const nextSteps: ReadModelDefinition = ofContact('next_steps');

function ofContact(name: ReadModelName): ReadModelDefinition {
  return { name, version: 1, streams: ['crm', 'funding'], indexes: [] };
}

/** Fields: `listKey` (pipelineId); none when deleted. */
export const dealPipelines: ReadModelDefinition = {
  name: 'deal_pipelines',
  version: 1,
  streams: ['crm'],
  indexes: [{ key: { locationId: 1, listKey: 1 }, name: 'list' }],
};

/**
 * Fields: `listKey` (createdAt), `filters` (one text per combination of filters that finds the deal, see
 * `deal-filters.ts`); none when deleted. Whatever is asked for is one range of the one index.
 */
export const deals: ReadModelDefinition = {
  name: 'deals',
  version: 1,
  streams: ['crm'],
  indexes: [{ key: { locationId: 1, filters: 1, listKey: 1 }, name: 'list_by_filters' }],
};

export const readModels: readonly ReadModelDefinition[] = [
  companies,
  locations,
  credentials,
  contacts,
  applicants,
  creditReports,
  creditReportPdfs,
  dashboardFacts,
  dashboardWindows,
  creditSummaries,
  underwritingResults,
  fundingPlans,
  nextSteps,
  dealPipelines,
  deals,
];

export function definitionOf(name: ReadModelName): ReadModelDefinition {
  const found = readModels.find((definition) => definition.name === name);
  if (found === undefined) throw new TypeError(`no read model is called ${name}`);
  return found;
}

/** What the query service needs of a credential document, beside `_id`. Instants in epoch milliseconds. */
export type CredentialFields = {
  readonly tokenHash: string;
  readonly kind: 'api_key' | 'oauth_token';
  readonly reach: 'location' | 'agency';
  readonly companyId: string | null;
  readonly pinnedLocationId: string | null;
  readonly permissions: readonly string[];
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly windowLimit: number | null;
  readonly dailyCap: number | null;
  readonly hint: string | null;
};

export type CompanyFields = {
  readonly state: 'active' | 'uninstalled' | 'suspended';
  readonly dailyQuota: number | null;
};

export type LocationFields = {
  /** The company that may read it now; null while nobody may. */
  readonly companyId: string | null;
};
