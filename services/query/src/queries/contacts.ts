import type { Filter } from 'mongodb';
import { findEntity } from './documents.ts';
import type { ReadModelDocument, ReadModels } from './model-versions-store.ts';
import { type Page, type PageRequest, readPage } from './page.ts';

export type ContactFilter = {
  /** Search terms (`@fundlens/read-models/search-terms`), all of which must match. */
  readonly terms: readonly string[];
  readonly tag: string | null;
};

export type ContactQueries = {
  /** Its JSON; null when there is none or it was deleted. */
  find(locationId: string, contactId: string): Promise<Uint8Array | null>;
  list(locationId: string, filter: ContactFilter, page: PageRequest): Promise<Page>;
};

export function createContactQueries(readModels: ReadModels): ContactQueries {
  return {
    async find(locationId, contactId) {
      const contacts = await readModels.collection('contacts');
      return (await findEntity(contacts, { locationId, entityId: contactId }))?.body ?? null;
    },
    async list(locationId, { terms, tag }, page) {
      const filter: Filter<ReadModelDocument> = { locationId };
      if (terms.length > 0) filter.terms = terms.length === 1 ? terms[0] : { $all: [...terms] };
      if (tag !== null) filter.tags = tag;
      return readPage(await readModels.collection('contacts'), filter, page);
    },
  };
}
