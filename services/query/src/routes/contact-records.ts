import { applicationView } from '@fundlens/read-models/contacts/views/application';
import { creditSummaryView, summaryOf } from '@fundlens/read-models/contacts/views/credit-summary';
import { fundingPlansView, nextStepsView, underwritingResultsView } from '@fundlens/read-models/contacts/views/records';
import type { View } from '@fundlens/read-models/definition';
import { entityIdOf } from '@fundlens/read-models/document';
import { z } from 'zod';
import { notFound } from '../api-error.ts';
import { jsonBytes } from '../envelope.ts';
import type { Entry } from '../queries/documents.ts';
import { id, someOf } from './parameters.ts';
import { get, type Route, type RouteTag, type RouteDependencies } from './route.ts';

/** What belongs to a contact, as one view of its document. */
type ContactRecord = {
  readonly view: Pick<View, 'name' | 'reads' | 'body'>;
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

/** By the names of their views. */
const OF_ANY_CONTACT: Readonly<Record<string, ContactRecord>> = {
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
};

/** An entry has members of the contact itself, so none can stand for one that is not there. */
const APPLICATION: ContactRecord = {
  view: applicationView,
  path: 'application',
  tag: 'Pipeline',
  summary: "Get a contact's application",
  description:
    'The entry that `/pipeline` shows of the contact. 404 while the pipeline has none: the contact has no application, or was deleted.',
};

const RECORDS: Readonly<Record<string, ContactRecord>> = { ...OF_ANY_CONTACT, application: APPLICATION };
export const CONTACT_RECORDS = Object.values(RECORDS);

/** What stands for a record that a contact does not have; null where nothing can. */
function emptyRecord(view: string, contactId: string): Uint8Array | null {
  const empty = RECORDS[view]?.empty;
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
        async (request) => {
          const found = await documents.record(request, contactId, view.name);
          if (found === null) throw notFound(NO_CONTACT);
          const body = found.body ?? emptyRecord(view.name, contactId);
          if (body === null) throw notFound(NO_APPLICATION, 'application_not_found');
          return body;
        },
    }),
  );
}

/**
 * What `include` puts into the entries of contacts: the bytes that the routes of these records answer with, of the same
 * read as the entry. They have a member of their own, because an entry of the pipeline has `fundingPlans` and `nextSteps`
 * of another shape.
 */

const WHAT = 'What `include` asks for, as the routes below `/contacts/{contactId}` show it. Absent without `include`.';

const bodies = Object.fromEntries(
  Object.entries(OF_ANY_CONTACT).map(([name, { view }]) => [name, view.body.optional()]),
);

/** The member `included` of an applicant. */
export const includedInApplicant = z.strictObject(bodies).optional().describe(WHAT);

/** The member `included` of a contact. */
export const includedInContact = z
  .strictObject({
    ...bodies,
    application: APPLICATION.view.body
      .nullable()
      .optional()
      .describe('Null while the pipeline has none of the contact.'),
  })
  .optional()
  .describe(WHAT);

/**
 * The parameter `include`: names of views, in their order.
 * @param entry the view that an entry is. It may be asked for like the others, and is there already.
 */
export function include(entry: string) {
  const already = Object.keys(RECORDS).includes(entry) ? ` \`${entry}\` adds nothing here: each entry is one.` : '';
  return someOf(Object.keys(RECORDS))
    .transform((views) => views.filter((view) => view !== entry))
    .optional()
    .describe(
      `What to put into \`included\` of each entry, separated by commas, instead of a request per contact.${already}`,
    );
}

const NULL = Buffer.from('null');
const CLOSE = Buffer.from('}}');

/** The JSON of a contact's entry with the member `included`; as it is stored where nothing is asked for. */
export function entryJson({ id, body, included }: Entry): Uint8Array {
  if (included.length === 0) return body;
  // The body is an object that is not empty, and ends in its brace.
  const pieces = [body.subarray(0, -1)];
  for (const [index, view] of included.entries()) {
    pieces.push(Buffer.from(`${index === 0 ? ',"included":{' : ','}${JSON.stringify(view.name)}:`));
    pieces.push(view.body ?? emptyRecord(view.name, entityIdOf(id)) ?? NULL);
  }
  pieces.push(CLOSE);
  return Buffer.concat(pieces);
}
