import { emailTerm, phoneTerm } from '@fundlens/read-models/search-terms';
import { z } from 'zod';
import { invalidRequest } from '../../api-error.ts';
import type { CursorKey } from '../../pagination/cursor.ts';
import type { ContactQueries } from '../../queries/contacts.ts';
import { openPage } from '../paging.ts';
import { cursor, limit, text } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import { contactsData } from './contact-data.ts';

const USUAL_PAGE_SIZE = 50;
/** RFC 5321: the longest address that mail can be sent to. */
const MAX_EMAIL_CHARACTERS = 254;
/** Fifteen digits with room for punctuation and an extension's label. */
const MAX_PHONE_CHARACTERS = 64;
const MAX_TAG_CHARACTERS = 128;

const path = '/contacts';

/** GET /contacts: CRM contacts of the location, newest first; `email`, `phone` and `tag` all have to match. */
export function listContacts({ contacts, cursors }: { contacts: ContactQueries; cursors: CursorKey }): Route {
  return defineRoute({
    path,
    operation: 'contacts.list',
    permission: null,
    location: 'one',
    tag: 'Contacts',
    summary: 'Find contacts',
    description: 'Newest first, those without a date last. All given filters have to match.',
    data: contactsData,
    parameters: z.object({
      email: text(MAX_EMAIL_CHARACTERS).optional().describe('E-mail address, in any letter case.'),
      phone: text(MAX_PHONE_CHARACTERS)
        .optional()
        .describe('Phone number in any writing, with or without country code.'),
      tag: text(MAX_TAG_CHARACTERS).optional().describe('A tag, exactly as it is written.'),
      limit: limit(USUAL_PAGE_SIZE),
      cursor: cursor(),
    }),
    structural: ['limit'],
    prepare(parameters, caller) {
      const terms = searchTerms(parameters);
      const tag = parameters.tag ?? null;
      const filters = [
        ...terms.map((term) => ['term', term] as const),
        ...(tag === null ? [] : [['tag', tag] as const]),
      ];
      const page = openPage(cursors, { route: path, caller, filters }, parameters);
      return async ({ locationId }) =>
        page.show(await contacts.list(locationId, { terms, tag }, page.request), 'contacts');
    },
  });
}

function searchTerms({ email, phone }: { email?: string | undefined; phone?: string | undefined }): string[] {
  const terms: string[] = [];
  if (email !== undefined) {
    const term = emailTerm(email);
    if (term === null) throw invalidRequest('email must not be blank.');
    terms.push(term);
  }
  if (phone !== undefined) {
    const term = phoneTerm(phone);
    if (term === null) throw invalidRequest('phone must have 7 to 15 digits.');
    terms.push(term);
  }
  return terms;
}
