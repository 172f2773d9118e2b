import { eventState, type SlotOf } from '@fundlens/contracts/event-state';
import type { ChangedEntity } from '../changed-entity.ts';
import { STATE_DAYS } from '../dashboards/dashboard-measures.ts';
import { addHappened, type Fact, factsView, stateDayOf } from '../dashboards/fact.ts';
import { BY_CHANGE, DIRTY_KEY, type ReadModelDefinition, type RenderInput } from '../definition.ts';
import { type DocumentId, documentKey, idOf } from '../document.ts';
import { newestFirst } from '../list-key.ts';
import { shown } from '../shown.ts';
import type { SlotKind, Slots } from '../slot.ts';
import { stateView } from '../views.ts';
import { dealFilterKeys } from './deal-filters.ts';

export const dealState = eventState('DealChanged', 'dealId');
export type DealSlot = SlotOf<typeof dealState>;
/** One per contact that ever had it, named `deal:<contactId>`. */
export const DEAL: SlotKind<DealSlot> = 'deal';

/** The live slot; of several, when a deletion has not arrived yet, the latest. */
function currentDealSlot(slots: Slots): DealSlot | null {
  // By name they are in the order of the contacts.
  const live = [...slots].filter(([, { value }]) => value !== null).sort(([a], [b]) => (a < b ? -1 : 1));
  const [latest] = live.sort(([, a], [, b]) => b.occurredAt - a.occurredAt);
  return (latest?.[1].value ?? null) as DealSlot | null;
}

/** A deal is one entity, whichever contacts had it: it changes with each of its slots. */
export function dealChanges({ id, slots }: Pick<RenderInput, 'id' | 'slots'>): ChangedEntity[] {
  // The last changed first; of those of one instant the last by name.
  const byTime = [...slots].sort(([a, x], [b, y]) => (y.at ?? 0) - (x.at ?? 0) || (a < b ? 1 : -1));
  const [latest = '', slot] = byTime[0] ?? [];
  const current = currentDealSlot(slots);
  const contactId = current?.contactId ?? latest.slice(latest.indexOf(':') + 1);
  return [{ type: 'deal', id: idOf(id), contactId, at: slot?.at ?? 0, isLive: current !== null }];
}

const shownDeal = shown(dealState, 'dealId', {
  meaning: {
    contactId: 'The contact that the deal is with.',
    pipelineId: 'A pipeline of `/deal-pipelines`.',
    stageId: 'A stage of that pipeline.',
    source: 'Where the deal came from, as the CRM names it.',
    assignedTo: 'The user of the CRM who looks after the deal.',
  },
  meta: { id: 'Deal', description: 'A CRM deal (opportunity) with a contact.' },
});

/** /deals and /deals/{dealId} */
export const dealView = stateView({
  name: 'deal',
  reads: [DEAL],
  state: currentDealSlot,
  ...shownDeal,
  fields: {
    names: ['listKey', 'filters'],
    of: (deal, id) => ({ listKey: newestFirst(deal.createdAt, id), filters: dealFilterKeys(deal) }),
  },
});

/** What a deal contributes to the dashboard of its location: its creation, how it ended, and that it is open now. */
const dealFactsView = factsView({ reads: [DEAL] }, dealFacts);

/** A deal that has moved between contacts counts once, as it is listed. */
function dealFacts(slots: Slots, id: DocumentId): Fact[] {
  const current = currentDealSlot(slots);
  if (current === null) return [];
  const { status, amountCents, createdAt, statusChangedAt } = current;
  const cents = amountCents ?? 0;
  const facts: Fact[] = [];
  addHappened(facts, createdAt, { 'deals.created': 1, 'deals.created-cents': cents });
  if (status === 'won' || status === 'lost') {
    addHappened(facts, statusChangedAt, { [`deals.${status}`]: 1, [`deals.${status}-cents`]: cents });
  }
  if (status === 'open') {
    const stateDay = stateDayOf(documentKey(id), STATE_DAYS);
    facts.push({ stateDay, amounts: { 'deals.open': 1, 'deals.open-cents': cents } });
  }
  return facts;
}

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
