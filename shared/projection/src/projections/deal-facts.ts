import type { EventOf } from '@fundlens/contracts/event-types';
import { MEASURES } from '@fundlens/read-models/dashboards/dashboard-measures';
import type { Slots } from '@fundlens/read-models/slot';
import { type Fact, stateDayOf } from '@fundlens/read-models/dashboards/fact';
import { slotValue } from './projection.ts';

export const DEAL = 'deal';

type DealSlot = {
  readonly status: string | null;
  readonly amountCents: number;
  readonly createdAt: number | null;
  readonly statusChangedAt: number | null;
};

export function dealSlot({ status, amountCents, createdAt, statusChangedAt }: EventOf<'DealChanged'>): DealSlot {
  return { status, amountCents: amountCents ?? 0, createdAt, statusChangedAt };
}

/** What a deal contributes: its creation, how it ended, and that it is open now. */
export function dealFacts(slots: Slots, documentKey: string): Fact[] {
  const deal = slotValue<DealSlot>(slots, DEAL);
  if (deal === null) return [];
  const { status, amountCents, createdAt, statusChangedAt } = deal;
  const facts: Fact[] = [];
  if (createdAt !== null) {
    facts.push({ at: createdAt, amounts: { [MEASURES.dealsCreated]: 1, [MEASURES.dealsCreatedCents]: amountCents } });
  }
  if (status === 'won' && statusChangedAt !== null) {
    facts.push({ at: statusChangedAt, amounts: { [MEASURES.dealsWon]: 1, [MEASURES.dealsWonCents]: amountCents } });
  }
  if (status === 'lost' && statusChangedAt !== null) {
    facts.push({ at: statusChangedAt, amounts: { [MEASURES.dealsLost]: 1, [MEASURES.dealsLostCents]: amountCents } });
  }
  if (status === 'open') {
    const amounts = { [MEASURES.dealsOpen]: 1, [MEASURES.dealsOpenCents]: amountCents };
    facts.push({ stateDay: stateDayOf(documentKey), amounts });
  }
  return facts;
}
