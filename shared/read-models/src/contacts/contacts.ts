import { BY_CHANGE, DIRTY_KEY, type IndexedFields, type ReadModelDefinition } from '../definition.ts';
import { contactChanges } from './changes.ts';
import { APPLICATION } from './slots.ts';
import { applicationView } from './views/application.ts';
import { contactView } from './views/contact.ts';
import { creditSummaryView } from './views/credit-summary.ts';
import { contactFactsView } from './views/facts.ts';
import { fundingPlansView, nextStepsView, underwritingResultsView } from './views/records.ts';

/**
 * `known`: the contact, or a report, result, plan or list of steps of it, lives; an application alone is not enough. One read of the document distinguishes
 * an empty response from a contact that does not exist.
 */
const known: IndexedFields = {
  names: ['known'],
  of({ slots }) {
    for (const [name, { value }] of slots) if (value !== null && name !== APPLICATION) return { known: true };
    return {};
  },
};

/**
 * One document per contact with everything that belongs to it, so that its contact, pipeline entry, summary, results,
 * plans, steps and dashboard facts change together or not at all.
 *
 * Fields: `listKey` (createdAt), `terms` and `words` while the contact lives, `applicationKey` (submittedAt) and
 * `applicationTerms` while contact and application live, `days` of its facts, `known`. `dirtyDays`, `dirtySince` and
 * `dirtyKey` are there only while the dashboard has something to recount.
 */
export const contacts: ReadModelDefinition = {
  name: 'contacts',
  viewsVersion: 7,
  streams: ['crm', 'funding'],
  views: [
    contactView,
    applicationView,
    creditSummaryView,
    underwritingResultsView,
    fundingPlansView,
    nextStepsView,
    contactFactsView,
  ],
  fields: known,
  changes: contactChanges,
  indexes: [
    { key: { locationId: 1, listKey: 1 }, name: 'list' },
    { key: { locationId: 1, terms: 1, listKey: 1 }, name: 'list_by_term' },
    { key: { locationId: 1, applicationTerms: 1, applicationKey: 1 }, name: 'list_applications' },
    { key: { locationId: 1, days: 1 }, name: 'by_day' },
    BY_CHANGE,
    DIRTY_KEY,
  ],
};
