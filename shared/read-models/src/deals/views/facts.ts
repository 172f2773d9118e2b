import { STATE_DAYS } from '../../dashboards/dashboard-measures.ts';
import { type Fact, factsView, stateDayOf } from '../../dashboards/fact.ts';
import type { RenderInput } from '../../definition.ts';
import { documentKey } from '../../document.ts';
import { currentDealSlot, DEAL, type DealSlot } from '../slots.ts';

/** What a deal contributes to the dashboard of its location: its creation, how it ended, and that it is open now. */
export const dealFactsView = factsView({ reads: [DEAL] }, dealFacts);

/** A deal that has moved between contacts counts once, as it is listed. */
function dealFacts({ id, slots }: Pick<RenderInput, 'id' | 'slots'>): Fact[] {
  const deal = currentDealSlot(slots);
  return deal === null ? [] : factsOfDeal(deal, stateDayOf(documentKey(id), STATE_DAYS));
}

function factsOfDeal({ status, amountCents, createdAt, statusChangedAt }: DealSlot, stateDay: number): Fact[] {
  const cents = amountCents ?? 0;
  const facts: Fact[] = [];
  if (createdAt !== null) {
    facts.push({ at: createdAt, amounts: { 'deals.created': 1, 'deals.created-cents': cents } });
  }
  if (status === 'won' && statusChangedAt !== null) {
    facts.push({ at: statusChangedAt, amounts: { 'deals.won': 1, 'deals.won-cents': cents } });
  }
  if (status === 'lost' && statusChangedAt !== null) {
    facts.push({ at: statusChangedAt, amounts: { 'deals.lost': 1, 'deals.lost-cents': cents } });
  }
  if (status === 'open') {
    facts.push({ stateDay, amounts: { 'deals.open': 1, 'deals.open-cents': cents } });
  }
  return facts;
}
