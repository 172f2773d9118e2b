import { searchConditions } from '@fundlens/read-models/contacts/search-terms';
import { contactView } from '@fundlens/read-models/contacts/views/contact';
import type { Filter } from 'mongodb';
import { createDocumentReads, includedViews, viewField, viewOf } from './documents.ts';
import { type List, type Page, type PageEntry, type PageRequest, readPage } from './page.ts';
import type { ReadModelDocument, ReadModels } from './read-models-store.ts';
import { createUpdatedReads, type UpdatedSince } from './updated-entries.ts';

export type ContactQueries = ReturnType<typeof createContactQueries>;

export type ContactSearch = {
  readonly locationId: string;
  /** Search terms (`@fundlens/read-models/contacts/search-terms`), all of which must match. */
  readonly terms: readonly string[];
  /** Names of the further views of each contact. */
  readonly include: readonly string[];
  /** Null: all, newest first. */
  readonly updatedSince: UpdatedSince | null;
};

const NEWEST_FIRST: List = { view: contactView.name, sortedBy: 'listKey' };

export function createContactQueries(readModels: ReadModels) {
  const readUpdated = createUpdatedReads(readModels, { model: 'contacts', type: 'contact', view: contactView.name });
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
    async list(asked: ContactSearch, page: PageRequest, signal: AbortSignal): Promise<Page> {
      const { locationId, terms, include, updatedSince } = asked;
      const { indexed, residual } = searchFilters(terms);
      if (updatedSince !== null) {
        const filter = { $and: [indexed, residual ?? {}] };
        return readUpdated({ locationId, filter, include, updatedSince }, page, signal);
      }
      const filter = { tenant: { locationId, ...indexed }, residual };
      const list = { ...NEWEST_FIRST, include };
      return readPage(await readModels.collection('contacts'), filter, list, { ...page, signal });
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
