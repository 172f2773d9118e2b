import type { EventOf } from '@fundlens/contracts/event-types';
import type { Product } from './lenders.ts';
import type { Tier } from './underwriting.ts';

type Recommendation = EventOf<'FundingPlanChanged'>['recommendations'][number];
export type OfferTerms = Partial<
  Pick<Recommendation, 'aprPct' | 'factorRate' | 'termMonths' | 'paymentCents' | 'paymentFrequency' | 'feesCents'>
>;

const MONTHS_PER_YEAR = 12;
/** Business days. */
const PAYMENTS_PER_MONTH = 21;
/** Each tier below the first costs so much more. */
const CARD = { aprPct: 17.99, tierPct: 2.5 };
const LINE = { aprPct: 14.25, tierPct: 2 };
const LOAN = { aprPct: 11.5, tierPct: 2.25, termMonths: 36, feeShare: 0.02 };
const ADVANCE = { factorRate: 1.22, tierRate: 0.04, termMonths: 9, feeShare: 0.03 };

/** The terms of an offer; they follow from product, amount and tier. */
export function offerTerms(
  product: Product,
  { approvedCents, tier }: { approvedCents: number; tier: Tier },
): OfferTerms {
  const above = tier - 1;
  const rounded = (value: number) => Math.round(value * 100) / 100;
  switch (product) {
    case 'Business card':
      return { aprPct: rounded(CARD.aprPct + above * CARD.tierPct), feesCents: 0, paymentFrequency: 'monthly' };
    case 'Line of credit':
      return {
        aprPct: rounded(LINE.aprPct + above * LINE.tierPct),
        feesCents: 0,
        termMonths: MONTHS_PER_YEAR,
        paymentFrequency: 'monthly',
      };
    case 'Term loan': {
      const aprPct = rounded(LOAN.aprPct + above * LOAN.tierPct);
      return {
        aprPct,
        termMonths: LOAN.termMonths,
        paymentCents: annuity(approvedCents, aprPct, LOAN.termMonths),
        paymentFrequency: 'monthly',
        feesCents: Math.round(approvedCents * LOAN.feeShare),
      };
    }
    case 'Merchant advance': {
      const factorRate = rounded(ADVANCE.factorRate + above * ADVANCE.tierRate);
      return {
        factorRate,
        termMonths: ADVANCE.termMonths,
        paymentCents: Math.round((approvedCents * factorRate) / (ADVANCE.termMonths * PAYMENTS_PER_MONTH)),
        paymentFrequency: 'daily',
        feesCents: Math.round(approvedCents * ADVANCE.feeShare),
      };
    }
  }
}

/** The equal monthly payment that pays `amountCents` back with interest. */
function annuity(amountCents: number, aprPct: number, months: number): number {
  const rate = aprPct / 100 / MONTHS_PER_YEAR;
  return Math.round((amountCents * rate) / (1 - (1 + rate) ** -months));
}
