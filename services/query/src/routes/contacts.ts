import { MAX_FILTER_CHARACTERS } from '@fundlens/read-models/contacts/application-filters';
import {
  emailTerm,
  MAX_QUERY_WORDS,
  queryTerms,
  searchConditions,
  tagTerm,
} from '@fundlens/read-models/contacts/search-terms';
import { contact, contactView } from '@fundlens/read-models/contacts/views/contact';
import { z } from 'zod';
import { invalidParameter } from '../api-error.ts';
import { readList } from '../queries/lists.ts';
import type { List, Search } from '../queries/page.ts';
import { entryJson, include, includedInContact } from './contact-records.ts';
import { openPage, pageMembers } from './paging.ts';
import { cursor, id, pageSize, phone, text, updatedSince } from './parameters.ts';
import { get, type Route, type RouteDependencies } from './route.ts';

const LIST = '/contacts';
const VIEW = contactView.name;
const NEWEST_FIRST: List = { model: 'contacts', type: 'contact', view: VIEW, sortedBy: 'listKey' };
const DEFAULT_PAGE_SIZE = 50;
/** Shorter than the longest name in the CRM; enough for what people type or paste. */
const MAX_QUERY_CHARACTERS = 128;

const QUERY_RULE =
  'must have a word of 2 or more letters or digits (1 in Chinese, Japanese and Korean), or be a phone number of at most 15 digits';

/** A contact as its routes show it: the view, with what `include` asks for. */
const contactEntry = z
  .strictObject({ ...contact.body.shape, included: includedInContact })
  .meta({ ...contact.body.meta() });

const search = z.object({
  query: text(MAX_QUERY_CHARACTERS)
    .optional()
    .describe(
      `At most ${MAX_QUERY_WORDS} words, all of which must begin a word of the first, last or company name or of what stands before the @ of the e-mail address, in any order. Case, accents and punctuation do not matter: \`obr\` and \`o'brien\` find O’Brien. The first ten characters of a word count; words of one character are passed over, except in Chinese, Japanese and Korean, where any part of a name is found. A complete e-mail address, or a phone number of 10 to 15 digits in any writing, is looked up as such.`,
    ),
  email: text(MAX_FILTER_CHARACTERS)
    .meta({ pattern: '\\S' })
    .optional()
    .describe('E-mail address, in any letter case.'),
  phone: phone()
    .optional()
    .describe('Phone number in any writing; one of North America with or without its country code.'),
  tag: text(MAX_FILTER_CHARACTERS).optional().describe('A tag, exactly as it is written.'),
  updatedSince: updatedSince('contact'),
  include: include(VIEW),
  limit: pageSize(DEFAULT_PAGE_SIZE),
  cursor: cursor(),
});

export function contactRoutes({ documents, cursors }: RouteDependencies): readonly Route[] {
  return [
    get(LIST, {
      operation: 'contacts.list',
      tag: 'Contacts',
      summary: 'Find contacts',
      description:
        'Newest first, those without a date last; with `updatedSince` oldest change first. All given filters have to match.',
      parameters: search,
      audited: ['include', 'limit'],
      reads: ['contacts'],
      data: z.strictObject({ ...pageMembers, contacts: z.array(contactEntry) }),
      read({ tag, updatedSince, include: views = [], ...asked }, caller) {
        const term = searchTerms(asked);
        const page = openPage(cursors, { route: LIST, caller, filters: { term, tag, updatedSince } }, asked);
        // A tag comes last: it matches many contacts; words, numbers and addresses match few.
        const terms = tag === undefined ? term : [...term, tagTerm(tag)];
        const search = { ...conditionsOf(terms), include: views, updatedSince };
        return async (request) => page.show(await readList(NEWEST_FIRST, search, page.request, request), 'contacts');
      },
    }),
    get('/contacts/:contactId', {
      operation: 'contacts.find',
      tag: 'Contacts',
      summary: 'Get one contact',
      parameters: z.object({ contactId: id().describe('CRM contact.'), include: include(VIEW) }),
      audited: ['contactId', 'include'],
      reads: ['contacts'],
      data: contactEntry,
      notFound: 'The location has no such contact.',
      read:
        ({ contactId, include: views = [] }) =>
        async (request) => {
          const contact = await documents.entry(request, { model: 'contacts', entityId: contactId }, VIEW, views);
          return contact && entryJson(contact);
        },
    }),
  ];
}

/** The most selective first: the database reads the matches of the first term, and filters them by the others. */
function searchTerms({ query, email, phone }: Pick<z.output<typeof search>, 'query' | 'email' | 'phone'>): string[] {
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

/** The first of the terms bounds the index range; the documents found there are searched for all else. */
function conditionsOf(asked: readonly string[]): Search {
  const { terms, wordRanges } = searchConditions(asked);
  const [first, ...others] = terms;
  return {
    indexed: first === undefined ? {} : { terms: first },
    residual: {
      ...(others.length > 0 && { terms: { $all: others } }),
      ...(wordRanges.length > 0 && { words: { $all: wordRanges.map((range) => ({ $elemMatch: range })) } }),
    },
  };
}
