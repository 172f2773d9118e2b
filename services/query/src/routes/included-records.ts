import { entityIdOf } from '@fundlens/read-models/document';
import { z } from 'zod';
import type { Entry } from '../queries/documents.ts';
import type { Page } from '../queries/page.ts';
import { emptyRecord, RECORD_VIEWS, recordBodies } from './contact-records.ts';
import { someOf } from './parameters.ts';

/**
 * What `include` puts into the entries of contacts: the bytes that the routes of these records answer with, of the same
 * read as the entry. They have a member of their own, because an entry of the pipeline has `fundingPlans` and `nextSteps`
 * of another shape.
 */

const WHAT = 'What `include` asks for, as the routes below `/contacts/{contactId}` show it. Absent without `include`.';

/** The member `included` of an applicant. */
export const includedInApplicant = z.strictObject(recordBodies.ofAnyContact).optional().describe(WHAT);

/** The member `included` of a contact. */
export const includedInContact = z
  .strictObject({
    ...recordBodies.ofAnyContact,
    application: recordBodies.application
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
  const already = RECORD_VIEWS.includes(entry) ? ` \`${entry}\` adds nothing here: each entry is one.` : '';
  return someOf(RECORD_VIEWS)
    .transform((views) => views.filter((view) => view !== entry))
    .optional()
    .describe(
      `What to put into \`included\` of each entry, separated by commas, instead of a request per contact.${already}`,
    );
}

/** Views of a page that take about as long as the point reads of other companies may wait. */
const MAX_LIGHT_VIEWS = 100;

/** Whether a page may show more than a light one. */
export function isHeavyPage(asked: {
  readonly limit: number;
  readonly include?: readonly string[] | undefined;
}): boolean {
  return asked.limit * (1 + (asked.include?.length ?? 0)) > MAX_LIGHT_VIEWS;
}

/** The page with what was included in its entries. */
export function withIncluded(page: Page): Page {
  if (page.entries.every(({ included }) => included.length === 0)) return page;
  return { ...page, entries: page.entries.map((entry) => ({ ...entry, body: entryJson(entry) })) };
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
