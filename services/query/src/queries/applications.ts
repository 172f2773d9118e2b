import { type ApplicationFilter, askedApplicationTerms } from '@fundlens/read-models/contacts/application-filters';
import { applicationView } from '@fundlens/read-models/contacts/views/application';
import { createDocumentReads, includedViews, viewField, viewOf } from './documents.ts';
import { type List, type Page, type PageRequest, readPage } from './page.ts';
import type { ReadModelDocument, ReadModels } from './read-models-store.ts';
import { createUpdatedReads, type UpdatedSince } from './updated-entries.ts';

export type ApplicationQueries = ReturnType<typeof createApplicationQueries>;

export type ApplicationSearch = {
  readonly locationId: string;
  /** Null: of all contacts. */
  readonly contactId: string | null;
  /** All of it must match. */
  readonly filter: ApplicationFilter;
  /** Names of the further views of each contact. */
  readonly include: readonly string[];
  /** Null: all, by submission. */
  readonly updatedSince: UpdatedSince | null;
};

const BY_SUBMISSION: List = { view: applicationView.name, sortedBy: 'applicationKey' };

export function createApplicationQueries(readModels: ReadModels) {
  const readUpdated = createUpdatedReads(readModels, {
    model: 'contacts',
    type: 'application',
    view: applicationView.name,
  });
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
      const { locationId, contactId, filter, include, updatedSince } = asked;
      if (updatedSince !== null) {
        const ofContact = contactId === null ? {} : { entityId: contactId };
        const matching = { applicationTerms: { $all: [...askedApplicationTerms(filter)] }, ...ofContact };
        return readUpdated({ locationId, filter: matching, include, updatedSince }, page, signal);
      }
      if (contactId !== null) return pageOfOne(asked, contactId);
      const [first, ...others] = askedApplicationTerms(filter);
      const tenant = { locationId, applicationTerms: first };
      const residual = others.length === 0 ? null : { applicationTerms: { $all: others } };
      const list = { ...BY_SUBMISSION, include };
      return readPage(await readModels.collection('contacts'), { tenant, residual }, list, { ...page, signal });
    },
  };
}

const EMPTY_PAGE: Page = { entries: [], next: null };

function hasTerms({ applicationTerms }: ReadModelDocument, terms: readonly string[]): boolean {
  return Array.isArray(applicationTerms) && terms.every((term) => applicationTerms.includes(term));
}
