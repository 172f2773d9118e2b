import { BY_CHANGE, DIRTY_KEY, type ReadModelDefinition } from '../definition.ts';
import { dealChanges } from './slots.ts';
import { dealView } from './views/deal.ts';
import { dealFactsView } from './views/facts.ts';

/**
 * One document per deal id. A deal that is moved to another contact is deleted there and created here, each with a
 * history of its own, so it has one slot per contact that ever had it.
 *
 * Fields: `listKey` (createdAt) and `filters` (one text per combination of filters that finds the deal, see
 * `deal-filters.ts`) while it lives, `days` of its facts.
 */
export const deals: ReadModelDefinition = {
  name: 'deals',
  viewsVersion: 2,
  streams: ['crm'],
  views: [dealView, dealFactsView],
  changes: dealChanges,
  indexes: [
    { key: { locationId: 1, filters: 1, listKey: 1 }, name: 'list_by_filters' },
    { key: { locationId: 1, days: 1 }, name: 'by_day' },
    BY_CHANGE,
    DIRTY_KEY,
  ],
};
