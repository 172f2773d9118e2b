import type { EventOf } from '@fundlens/contracts/event-types';
import { DAY } from '../dates.ts';
import { type Lender, lenders } from '../world/names.ts';

type Recommendation = EventOf<'FundingPlanChanged'>['recommendations'][number];

export const products = ['Business card', 'Term loan', 'Line of credit', 'Merchant advance'] as const;
export type Product = (typeof products)[number];

const BUREAUS = ['experian', 'transunion', 'equifax'] as const;
const OFFER_DAYS = 30;
const MONTHS_PER_YEAR = 12;
/** Business days. */
const PAYMENTS_PER_MONTH = 21;
const CARD_APR_PCT = 21.99;
const LINE_APR_PCT = 17.25;
const LOAN = { aprPct: 13.75, termMonths: 36, feeShare: 0.02 };
const ADVANCE = { factorRate: 1.28, termMonths: 9, feeShare: 0.03 };

/** What a lender is known for before it answers: the bureau that it asks, and whether it wants a guarantor. */
export function lenderHabits(product: Product, lender: Lender) {
  return {
    bureauPulled: BUREAUS[lenders.indexOf(lender) % BUREAUS.length] ?? null,
    personalGuarantee: product !== 'Merchant advance',
  };
}

/** The terms of an offer. All follow from product and amount, so that they cost no draw of `random`. */
export function offerTerms(product: Product, approvedAmountCents: number, decidedAt: number): Partial<Recommendation> {
  return { ...priceOf(product, approvedAmountCents), expiresAt: decidedAt + OFFER_DAYS * DAY };
}

function priceOf(product: Product, amountCents: number): Partial<Recommendation> {
  switch (product) {
    case 'Business card':
      return { aprPct: CARD_APR_PCT, feesCents: 0, paymentFrequency: 'monthly', stipulations: ['Copy of the ID'] };
    case 'Line of credit':
      return {
        aprPct: LINE_APR_PCT,
        feesCents: 0,
        termMonths: MONTHS_PER_YEAR,
        paymentFrequency: 'monthly',
        stipulations: ['Three months of bank statements'],
      };
    case 'Term loan':
      return {
        aprPct: LOAN.aprPct,
        termMonths: LOAN.termMonths,
        paymentCents: annuity(amountCents, LOAN.aprPct, LOAN.termMonths),
        paymentFrequency: 'monthly',
        feesCents: Math.round(amountCents * LOAN.feeShare),
        stipulations: ['Two years of tax returns', 'Three months of bank statements'],
      };
    case 'Merchant advance':
      return {
        factorRate: ADVANCE.factorRate,
        termMonths: ADVANCE.termMonths,
        paymentCents: Math.round((amountCents * ADVANCE.factorRate) / (ADVANCE.termMonths * PAYMENTS_PER_MONTH)),
        paymentFrequency: 'daily',
        feesCents: Math.round(amountCents * ADVANCE.feeShare),
        stipulations: ['Voided check', 'Three months of card processing statements'],
      };
  }
}

/** The equal monthly payment that pays `amountCents` back with interest. */
function annuity(amountCents: number, aprPct: number, months: number): number {
  const rate = aprPct / 100 / MONTHS_PER_YEAR;
  return Math.round((amountCents * rate) / (1 - (1 + rate) ** -months));
}
