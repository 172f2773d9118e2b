import { emailTerm, MAX_QUERY_WORDS, queryTerms, tagTerm } from '@fundlens/read-models/contacts/search-terms';
import { contactView } from '@fundlens/read-models/contacts/views/contact';
import { z } from 'zod';
import { invalidParameter } from '../../api-error.ts';
import type { Caller } from '../../middleware/request-state.ts';
import { validate } from '../../middleware/validate.ts';
import type { CursorKeys } from '../../pagination/cursor.ts';
import type { ContactQueries } from '../../queries/contacts.ts';
import { include, isHeavyPage, withIncluded } from '../contact-records/included-records.ts';
import { openPage, pageMembers } from '../paging.ts';
import { cursor, pageSize, phone, text } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';
import { updatedSince, updatedSinceOf } from '../updated-since.ts';
import { contactEntry } from './contact-entry.ts';

const DEFAULT_PAGE_SIZE = 50;
/** RFC 5321: the longest address that mail can be sent to. */
const MAX_EMAIL_CHARACTERS = 254;
const MAX_TAG_CHARACTERS = 128;
/** Shorter than the longest name in the CRM; enough for what people type or paste. */
const MAX_QUERY_CHARACTERS = 128;

const QUERY_RULE =
  'must have a word of 2 or more letters or digits (1 in Chinese, Japanese and Korean), or be a phone number of at most 15 digits';

const path = '/contacts';

const contactsData = z.strictObject({ ...pageMembers, contacts: z.array(contactEntry) });

const parameters = z.object({
  query: text(MAX_QUERY_CHARACTERS)
    .optional()
    .describe(
      `At most ${MAX_QUERY_WORDS} words, all of which must begin a word of the first, last or company name or of what stands before the @ of the e-mail address, in any order. Case, accents and punctuation do not matter: \`obr\` and \`o'brien\` find O’Brien. The first ten characters of a word count; words of one character are passed over, except in Chinese, Japanese and Korean, where any part of a name is found. A complete e-mail address, or a phone number of 10 to 15 digits in any writing, is looked up as such.`,
    ),
  email: text(MAX_EMAIL_CHARACTERS).meta({ pattern: '\\S' }).optional().describe('E-mail address, in any letter case.'),
  phone: phone().optional().describe('Phone number in any writing, with or without country code.'),
  tag: text(MAX_TAG_CHARACTERS).optional().describe('A tag, exactly as it is written.'),
  updatedSince: updatedSince('contact'),
  include: include(contactView.name),
  limit: pageSize(DEFAULT_PAGE_SIZE),
  cursor: cursor(),
});

export type ListContactsDependencies = {
  readonly steps: Steps;
  readonly contacts: Pick<ContactQueries, 'list'>;
  readonly cursors: CursorKeys;
};

/** GET /contacts: CRM contacts of the location, newest first; all given filters have to match. */
export function listContacts({ steps, contacts, cursors }: ListContactsDependencies): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes, takeTurn } =
    steps;
  return defineRoute(
    {
      path,
      tag: 'Contacts',
      summary: 'Find contacts',
      description:
        'Newest first, those without a date last; with `updatedSince` oldest change first. All given filters have to match.',
      data: contactsData,
    },
    authenticate,
    audit({ operation: 'contacts.list', structural: ['include', 'limit'] }),
    requirePermission('read'),
    limit,
    validate(parameters, { understand }),
    checkLocation,
    dataAsOf('contacts'),
    conditional,
    boundBytes,
    takeTurn(isHeavyPage),
    async ({ state }) => {
      const { page, updatedSince: instant, ...asked } = state.parameters;
      const search = { locationId: state.locationId, ...asked, updatedSince: updatedSinceOf(instant, state.asOf) };
      const found = await contacts.list(search, page.request, state.signal);
      state.data = page.show(withIncluded(found), 'contacts');
    },
  );

  function understand(asked: z.output<typeof parameters>, caller: Caller) {
    const searched = searchTerms(asked);
    const tags = asked.tag === undefined ? [] : [asked.tag];
    const { include: views = [], updatedSince } = asked;
    const filters = [
      ...searched.map((term) => ['term', term] as const),
      ...tags.map((tag) => ['tag', tag] as const),
      ...(updatedSince === undefined ? [] : [['updatedSince', String(updatedSince)] as const]),
    ];
    // A tag comes last: it matches many contacts; words, numbers and addresses match few.
    const terms = [...searched, ...tags.map(tagTerm)];
    return { terms, include: views, updatedSince, page: openPage(cursors, { route: path, caller, filters }, asked) };
  }
}

type Search = Pick<z.output<typeof parameters>, 'query' | 'email' | 'phone'>;

/** The most selective first: the database reads the matches of the first term, and filters them by the others. */
function searchTerms({ query, email, phone }: Search): string[] {
  const terms: string[] = [];
  if (email !== undefined) {
    const term = emailTerm(email);
    if (term === null) throw invalidParameter('email', 'format', 'must not be blank');
    terms.push(term);
  }
  if (phone !== undefined) terms.push(phone);
  if (query !== undefined) {
    const words = queryTerms(query);
    if (words.length === 0) throw invalidParameter('query', 'format', QUERY_RULE);
    if (words.length > MAX_QUERY_WORDS) {
      throw invalidParameter('query', 'length', `must have at most ${MAX_QUERY_WORDS} words`);
    }
    terms.push(...words);
  }
  return [...new Set(terms)];
}
