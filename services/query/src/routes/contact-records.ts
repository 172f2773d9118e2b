import { applicationView } from '@fundlens/read-models/contacts/views/application';
import { creditSummaryView, summaryOf } from '@fundlens/read-models/contacts/views/credit-summary';
import { fundingPlansView } from '@fundlens/read-models/contacts/views/funding-plans';
import { nextStepsView } from '@fundlens/read-models/contacts/views/next-steps';
import { underwritingResultsView } from '@fundlens/read-models/contacts/views/underwriting-results';
import type { View } from '@fundlens/read-models/definition';
import { z } from 'zod';
import { notFound } from '../api-error.ts';
import { jsonBytes } from '../envelope.ts';
import { id } from './parameters.ts';
import { get, type Route, type RouteTag } from './route.ts';
import type { RouteDependencies } from './route-dependencies.ts';

/** What belongs to a contact, as one view of its document. */
type ContactRecord = {
  readonly view: Pick<View<unknown>, 'name' | 'reads' | 'body'>;
  /** The data of a contact without such a record; absent where nothing can stand for it. */
  readonly empty?: (contactId: string) => unknown;
  /** Below the contact, e.g. `next-steps`. */
  readonly path: string;
  readonly tag: RouteTag;
  readonly summary: string;
  readonly description: string;
};

const NO_CONTACT = 'The location has no such contact.';
const NO_APPLICATION = 'The contact has no application.';
const OUTLIVES = 'Also of a contact that is deleted, until the record itself is; the dashboard does not count it then.';

const RECORDS = {
  /** Needs only `read`, because it shows nothing of a report but its figures. */
  creditSummary: {
    view: creditSummaryView,
    empty: (contactId: string) => summaryOf(contactId, []),
    path: 'credit-summary',
    tag: 'Credit',
    summary: "Get a contact's credit summary",
    description: `The latest scores of each bureau with the pull they come from, and the figures of the contact's 500 newest stored reports. Lists are empty while the contact, or a report of it, is there. ${OUTLIVES}`,
  },
  underwritingResults: {
    view: underwritingResultsView,
    empty: (contactId: string) => ({ contactId, results: [] }),
    path: 'underwriting-results',
    tag: 'Credit',
    summary: "List a contact's underwriting results",
    description: `The 500 newest; one report may have several. Never runs underwriting. ${OUTLIVES}`,
  },
  fundingPlans: {
    view: fundingPlansView,
    empty: (contactId: string) => ({ contactId, fundingPlans: [] }),
    path: 'funding-plans',
    tag: 'Funding',
    summary: "List a contact's funding plans",
    description: `The 500 newest, with recommendations and statuses. Never changes a plan. ${OUTLIVES}`,
  },
  nextSteps: {
    view: nextStepsView,
    empty: (contactId: string) => ({ contactId, nextSteps: [] }),
    path: 'next-steps',
    tag: 'Funding',
    summary: "List an applicant's next steps",
    description: `All of them, done ones too. ${OUTLIVES}`,
  },
  /** An entry has members of the contact itself, so none can stand for one that is not there. */
  application: {
    view: applicationView,
    path: 'application',
    tag: 'Pipeline',
    summary: "Get a contact's application",
    description:
      'The entry that `/pipeline` shows of the contact. 404 while the pipeline has none: the contact has no application, or was deleted.',
  },
} satisfies Readonly<Record<string, ContactRecord>>;

/** By the names of their views. */
const BY_VIEW: Readonly<Record<string, ContactRecord>> = RECORDS;

export const CONTACT_RECORDS = Object.values(BY_VIEW);
/** Names of the views that are records of a contact. */
export const RECORD_VIEWS = Object.keys(BY_VIEW);

/** What `include` may put into an entry of each kind. */
export const recordBodies = {
  ofAnyContact: {
    creditSummary: RECORDS.creditSummary.view.body.optional(),
    underwritingResults: RECORDS.underwritingResults.view.body.optional(),
    fundingPlans: RECORDS.fundingPlans.view.body.optional(),
    nextSteps: RECORDS.nextSteps.view.body.optional(),
  },
  application: RECORDS.application.view.body,
} as const;

/** What stands for a record that a contact does not have; null where nothing can. */
export function emptyRecord(view: string, contactId: string): Uint8Array | null {
  const empty = BY_VIEW[view]?.empty;
  return empty === undefined ? null : jsonBytes(empty(contactId));
}

/**
 * Routes below a contact that show one view of the contact's document each. One read distinguishes an empty view from an
 * unknown contact: the document says whether the contact or a record of it exists.
 */
export function contactRecordRoutes({ documents }: RouteDependencies): readonly Route[] {
  return CONTACT_RECORDS.map(({ view, empty, path, tag, summary, description }) =>
    get(`/contacts/:contactId/${path}`, {
      operation: `contacts.${path}`,
      tag,
      summary,
      description,
      parameters: z.object({ contactId: id().describe('CRM contact.') }),
      audited: ['contactId'],
      reads: ['contacts'],
      data: view.body,
      notFound: empty === undefined ? `${NO_CONTACT} Or \`application_not_found\`: ${NO_APPLICATION}` : NO_CONTACT,
      read:
        ({ contactId }) =>
        async ({ locationId }) => {
          const found = await documents.record(view.name, locationId, contactId);
          if (found === null) throw notFound(NO_CONTACT);
          const body = found.body ?? emptyRecord(view.name, contactId);
          if (body === null) throw notFound(NO_APPLICATION, 'application_not_found');
          return body;
        },
    }),
  );
}
