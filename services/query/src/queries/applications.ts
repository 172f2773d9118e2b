import { type ApplicationFilter, askedApplicationTerms } from '@fundlens/read-models/contacts/application-filters';
import { applicationView } from '@fundlens/read-models/contacts/views/application';
import { createDocumentReads, includedViews, viewField, viewOf } from './documents.ts';
import { createListReads, type EntryList, type ListSearch } from './entry-list.ts';
import type { Page, PageRequest } from './page.ts';
import type { ReadModelDocument, ReadModels } from './read-models-store.ts';

export type ApplicationQueries = ReturnType<typeof createApplicationQueries>;

export type ApplicationSearch = Required<Pick<ListSearch, 'locationId' | 'include' | 'updatedSince'>> & {
  /** Null: of all contacts. */
  readonly contactId: string | null;
  /** All of it must match. */
  readonly filter: ApplicationFilter;
};

const BY_SUBMISSION: EntryList = {
  model: 'contacts',
  type: 'application',
  view: applicationView.name,
  sortedBy: 'applicationKey',
};

export function createApplicationQueries(readModels: ReadModels) {
  const readList = createListReads(readModels, BY_SUBMISSION);
  const read = createDocumentReads(readModels);

  /** The only page of a walk over one contact: its document is read by its identity. */
  async function pageOfOne(asked: ApplicationSearch, contactId: string): Promise<Page> {
    const { locationId, filter, include } = asked;
    const fields = [...[applicationView.name, ...include].map(viewField), 'applicationTerms'];
    const contact = await read({ model: 'contacts', locationId, entityId: contactId, fields });
    const body = viewOf(contact, applicationView.name);
    if (contact === null || body === null || !hasTerms(contact, askedApplicationTerms(filter))) return EMPTY_PAGE;
    return { entries: [{ id: contact._id, body, included: includedViews(contact, include) }], next: null };
  }

  return {
    async list(asked: ApplicationSearch, page: PageRequest, signal: AbortSignal): Promise<Page> {
      const { contactId, filter, ...search } = asked;
      if (contactId !== null && search.updatedSince === null) return pageOfOne(asked, contactId);
      const [first, ...others] = askedApplicationTerms(filter);
      const residual = {
        ...(others.length > 0 && { applicationTerms: { $all: others } }),
        ...(contactId !== null && { entityId: contactId }),
      };
      const isEmpty = Object.keys(residual).length === 0;
      const filters = { indexed: { applicationTerms: first }, residual: isEmpty ? null : residual };
      return readList({ ...search, ...filters }, page, signal);
    },
  };
}

const EMPTY_PAGE: Page = { entries: [], next: null };

function hasTerms({ applicationTerms }: ReadModelDocument, terms: readonly string[]): boolean {
  return Array.isArray(applicationTerms) && terms.every((term) => applicationTerms.includes(term));
}
