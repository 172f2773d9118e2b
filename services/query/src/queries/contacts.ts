import { searchConditions } from '@fundlens/read-models/contacts/search-terms';
import { contactView } from '@fundlens/read-models/contacts/views/contact';
import type { Filter } from 'mongodb';
import { createDocumentReads, includedViews, viewField, viewOf } from './documents.ts';
import { createListReads, type EntryList, type ListSearch } from './entry-list.ts';
import type { Page, PageEntry, PageRequest } from './page.ts';
import type { ReadModelDocument, ReadModels } from './read-models-store.ts';

export type ContactQueries = ReturnType<typeof createContactQueries>;

export type ContactSearch = Pick<ListSearch, 'locationId' | 'include' | 'updatedSince'> & {
  /** Search terms (`@fundlens/read-models/contacts/search-terms`), all of which must match. */
  readonly terms: readonly string[];
};

const NEWEST_FIRST: EntryList = { model: 'contacts', type: 'contact', view: contactView.name, sortedBy: 'listKey' };

export function createContactQueries(readModels: ReadModels) {
  const readList = createListReads(readModels, NEWEST_FIRST);
  const read = createDocumentReads(readModels);

  return {
    /**
     * Its JSON, with that of further views; null when there is none or it was deleted.
     * @param include names of the further views.
     */
    async find(locationId: string, contactId: string, include: readonly string[]): Promise<PageEntry | null> {
      const fields = [contactView.name, ...include].map(viewField);
      const contact = await read({ model: 'contacts', locationId, entityId: contactId, fields });
      const body = viewOf(contact, contactView.name);
      if (contact === null || body === null) return null;
      return { id: contact._id, body, included: includedViews(contact, include) };
    },
    /**
     * One view of what belongs to the contact. Null when neither the contact nor anything of it lives; `body` is null when
     * it or something of it does and the view shows nothing.
     */
    async findView(view: string, locationId: string, contactId: string): Promise<{ body: Uint8Array | null } | null> {
      const fields = [viewField(view), 'known'];
      const contact = await read({ model: 'contacts', locationId, entityId: contactId, fields });
      const body = viewOf(contact, view);
      return body === null && contact?.known !== true ? null : { body };
    },
    list: ({ terms, ...search }: ContactSearch, page: PageRequest, signal: AbortSignal): Promise<Page> =>
      readList({ ...search, ...searchFilters(terms) }, page, signal),
  };
}

/** The first of the terms bounds the index range; the documents found there are searched for all else. */
function searchFilters(asked: readonly string[]): Pick<ListSearch, 'indexed' | 'residual'> {
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
