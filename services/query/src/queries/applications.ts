import { type ApplicationFilter, askedApplicationTerms } from '@fundlens/read-models/contacts/application-filters';
import { applicationView } from '@fundlens/read-models/contacts/views/application';
import { type DocumentQueries, entryOf, viewField } from './documents.ts';
import type { EntryList, ListQueries, ListSearch, Reader } from './lists.ts';
import type { Page, PageRequest } from './page.ts';

export type ApplicationQueries = ReturnType<typeof createApplicationQueries>;

export type ApplicationSearch = Pick<ListSearch, 'updatedSince'> & {
  readonly include: readonly string[];
  /** Null: of all contacts. */
  readonly contactId: string | null;
  /** All of it must match. */
  readonly filter: ApplicationFilter;
};

const VIEW = applicationView.name;
const BY_SUBMISSION: EntryList = { model: 'contacts', type: 'application', view: VIEW, sortedBy: 'applicationKey' };

/** The applications of a checked location. */
export function createApplicationQueries(documents: DocumentQueries, lists: ListQueries) {
  return async (asked: ApplicationSearch, page: PageRequest, reader: Reader): Promise<Page> => {
    const { contactId, filter, include, updatedSince } = asked;
    const terms = askedApplicationTerms(filter);
    if (contactId !== null && updatedSince === undefined) {
      // The only page of a walk over one contact: its document is read by its identity.
      const entity = { model: 'contacts', locationId: reader.locationId, entityId: contactId } as const;
      const contact = await documents.read(entity, [...[VIEW, ...include].map(viewField), 'applicationTerms']);
      const has = contact?.applicationTerms;
      const entry =
        Array.isArray(has) && terms.every((term) => has.includes(term)) ? entryOf(contact, VIEW, include) : null;
      return { entries: entry === null ? [] : [entry], next: null };
    }
    const [first, ...others] = terms;
    const residual = {
      ...(others.length > 0 && { applicationTerms: { $all: others } }),
      ...(contactId !== null && { entityId: contactId }),
    };
    return lists(
      BY_SUBMISSION,
      { indexed: { applicationTerms: first }, residual, include, updatedSince },
      page,
      reader,
    );
  };
}
