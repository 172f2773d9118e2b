import { entityIdOf } from '@fundlens/read-models/document';
import { z } from 'zod';
import type { Page, PageEntry, PageRequest } from '../../queries/page.ts';
import { someOf } from '../parameters.ts';
import { application } from './application.ts';
import { type ContactRecord, emptyJson } from './contact-record-route.ts';
import { creditSummary } from './credit-summary.ts';
import { fundingPlans } from './funding-plans.ts';
import { nextSteps } from './next-steps.ts';
import { underwritingResults } from './underwriting-results.ts';

/**
 * What `include` puts into the entries of contacts: the bytes that the routes of these records answer with, of the same
 * read as the entry. They have a member of their own, because an entry of the pipeline has `fundingPlans` and `nextSteps`
 * of another shape.
 */

/** By the names of their views. */
const RECORDS: Readonly<Record<string, Pick<ContactRecord<unknown>, 'empty'>>> = {
  creditSummary,
  underwritingResults,
  fundingPlans,
  nextSteps,
  application,
};

const ofAnyContact = {
  creditSummary: creditSummary.view.body.optional(),
  underwritingResults: underwritingResults.view.body.optional(),
  fundingPlans: fundingPlans.view.body.optional(),
  nextSteps: nextSteps.view.body.optional(),
} as const;

const WHAT = 'What `include` asks for, as the routes below `/contacts/{contactId}` show it. Absent without `include`.';

/** The member `included` of an applicant. */
export const includedInApplicant = z.strictObject(ofAnyContact).optional().describe(WHAT);

/** The member `included` of a contact. */
export const includedInContact = z
  .strictObject({
    ...ofAnyContact,
    application: application.view.body
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
  const already = entry in RECORDS ? ` \`${entry}\` adds nothing here: each entry is one.` : '';
  return someOf(Object.keys(RECORDS))
    .transform((views) => views.filter((view) => view !== entry))
    .optional()
    .describe(
      `What to put into \`included\` of each entry, separated by commas, instead of a request per contact.${already}`,
    );
}

/** Views of a page that take about as long as the point reads of other companies may wait. */
const MAX_LIGHT_VIEWS = 100;

/** Whether a page may show more than a light one. */
export function isHeavyPage({ page, include: views }: { page: { request: PageRequest }; include: readonly string[] }) {
  return page.request.limit * (1 + views.length) > MAX_LIGHT_VIEWS;
}

/** The page with what was included in its entries. */
export function withIncluded(page: Page): Page {
  if (page.entries.every(({ included }) => included.length === 0)) return page;
  return { ...page, entries: page.entries.map((entry) => ({ ...entry, body: entryJson(entry) })) };
}

const NULL = Buffer.from('null');
const CLOSE = Buffer.from('}}');

/** The JSON of a contact's entry with the member `included`; as it is stored where nothing is asked for. */
export function entryJson({ id, body, included }: PageEntry): Uint8Array {
  if (included.length === 0) return body;
  // The body is an object that is not empty, and ends in its brace.
  const pieces = [body.subarray(0, -1)];
  for (const [index, view] of included.entries()) {
    pieces.push(Buffer.from(`${index === 0 ? ',"included":{' : ','}${JSON.stringify(view.name)}:`));
    pieces.push(view.body ?? emptyRecord(view.name, entityIdOf(id)));
  }
  pieces.push(CLOSE);
  return Buffer.concat(pieces);
}

function emptyRecord(view: string, contactId: string): Uint8Array {
  const record = RECORDS[view];
  return (record && emptyJson(record, contactId)) ?? NULL;
}
