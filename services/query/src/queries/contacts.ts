import { searchConditions } from '@fundlens/read-models/contacts/search-terms';
import { contactView } from '@fundlens/read-models/contacts/views/contact';
import type { Filter } from 'mongodb';
import { createDocumentReads, type DocumentReads, viewOf } from './documents.ts';
import type { ReadModelDocument, ReadModels } from './model-versions-store.ts';
import { createPageReads, type List, type Page, type PageRequest } from './page.ts';

export type ContactQueries = {
  /** Its JSON; null when there is none or it was deleted. */
  find(locationId: string, contactId: string): Promise<Uint8Array | null>;
  /**
   * One view of what belongs to the contact. Null when neither the contact nor anything of it lives; `body` is null when
   * it or something of it does and the view shows nothing.
   */
  findView(view: string, locationId: string, contactId: string): Promise<{ readonly body: Uint8Array | null } | null>;
  /** @param terms search terms (`@fundlens/read-models/contacts/search-terms`), all of which must match. */
  list(locationId: string, terms: readonly string[], page: PageRequest, signal: AbortSignal): Promise<Page>;
};

const NEWEST_FIRST: List = { view: contactView.name, sortedBy: 'listKey' };

export function createContactQueries(readModels: ReadModels): ContactQueries {
  const readPage = createPageReads();
  const readContact = createDocumentReads(contactView.name);
  const readsByView = new Map<string, DocumentReads>();

  function readsOf(view: string): DocumentReads {
    const found = readsByView.get(view) ?? createDocumentReads(view, ['known']);
    readsByView.set(view, found);
    return found;
  }

  return {
    async find(locationId, contactId) {
      const contacts = await readModels.collection('contacts');
      return viewOf(await readContact(contacts, { locationId, entityId: contactId }), contactView.name);
    },
    async findView(view, locationId, contactId) {
      const contacts = await readModels.collection('contacts');
      const contact = await readsOf(view)(contacts, { locationId, entityId: contactId });
      const body = viewOf(contact, view);
      return body === null && contact?.known !== true ? null : { body };
    },
    async list(locationId, terms, page, signal) {
      const { indexed, residual } = searchFilters(terms);
      const filter = { tenant: { locationId, ...indexed }, residual };
      return readPage(await readModels.collection('contacts'), filter, NEWEST_FIRST, { ...page, signal });
    },
  };
}

type SearchFilters = {
  readonly indexed: Filter<ReadModelDocument>;
  readonly residual: Filter<ReadModelDocument> | null;
};

/** The first of the terms bounds the index range; the documents found there are searched for all else. */
function searchFilters(asked: readonly string[]): SearchFilters {
  const { terms, wordRanges } = searchConditions(asked);
  const [first, ...others] = terms;
  const residual: Filter<ReadModelDocument> = {};
  if (others.length > 0) residual.terms = { $all: others };
  if (wordRanges.length > 0) residual.words = { $all: wordRanges.map((range) => ({ $elemMatch: range })) };
  return {
    indexed: first === undefined ? {} : { terms: first },
    residual: Object.keys(residual).length === 0 ? null : residual,
  };
}
