import { DAY } from '../dates.ts';
import type { ApplicationDates } from './application-dates.ts';
import { declineReasons, type Lender, lenders, type Product } from './lenders.ts';
import { type OfferTerms, offerTerms } from './offer-terms.ts';
import type { DemoStage } from './stages.ts';
import { reached } from './stages.ts';
import type { CreditProfile, PlanType, Tier, Underwriting } from './underwriting.ts';

/** What a lender was asked for, and what it said. Amounts in cents, instants in epoch milliseconds. */
export type DemoOffer = {
  readonly lender: Lender;
  readonly requestedCents: number;
  readonly submittedAt: number | null;
  readonly decidedAt: number | null;
  /** Null: not decided yet, or declined. */
  readonly approvedCents: number | null;
  readonly declineReason: string | null;
  readonly terms: OfferTerms | null;
  readonly expiresAt: number | null;
  readonly isAccepted: boolean;
  readonly fundedAt: number | null;
  /** What the lender wants to see before it says more. */
  readonly stipulations: readonly string[];
};

export type DemoPlan = { readonly planType: PlanType; readonly offers: readonly DemoOffer[] };

/** What the plan types are made of. */
const productsOf: Record<PlanType, readonly Product[]> = {
  'Card Stacking': ['Business card'],
  'Term Loan': ['Term loan', 'Line of credit'],
  MCA: ['Merchant advance'],
};
const ROUNDED_TO_CENTS = 50_000;
const OFFER_DAYS = 30;
const TIER_SHARE: Record<Tier, number> = { 1: 1, 2: 0.9, 3: 0.75, 4: 0.6 };

export type PlanFacts = {
  readonly profile: CreditProfile;
  readonly underwriting: Underwriting;
  readonly requestedCents: number;
  readonly stage: DemoStage;
  readonly dates: ApplicationDates;
};

/** The plan as it stands; it follows from the file and the dates alone. Null before there is one. */
export function planOf(facts: PlanFacts): DemoPlan | null {
  const { underwriting, stage, profile, requestedCents } = facts;
  const [planType] = underwriting.paths;
  const range = underwriting.fundingRangeCents;
  if (stage.reached < reached.planned || planType === undefined || range === null) return null;
  const asked = lendersFor(planType, profile);
  const shares = evenly(Math.min(requestedCents, range.max), asked.length);
  const offers = asked.map((lender, index) =>
    offerOf(facts, { lender, requestedCents: shares[index] ?? 0, index, count: asked.length }),
  );
  return { planType, offers: withMoneyOut(offers, facts) };
}

/** Brokers leave out those that would decline for two reasons. */
function lendersFor(planType: PlanType, profile: CreditProfile): Lender[] {
  return lenders.filter(
    (lender) => productsOf[planType].includes(lender.product) && declineReasons(lender, profile).length < 2,
  );
}

/** In whole $500; the first gets what is over. */
function evenly(totalCents: number, count: number): number[] {
  const each = Math.floor(totalCents / count / ROUNDED_TO_CENTS) * ROUNDED_TO_CENTS;
  return Array.from({ length: count }, (_, index) => (index === 0 ? totalCents - each * (count - 1) : each));
}

type Asked = {
  readonly lender: Lender;
  readonly requestedCents: number;
  readonly index: number;
  readonly count: number;
};

function offerOf({ dates, stage, profile, underwriting }: PlanFacts, asked: Asked): DemoOffer {
  const { lender, requestedCents, index, count } = asked;
  const { submittedToLendersAt, answeredAt } = dates;
  const pending = {
    lender,
    requestedCents,
    submittedAt: stage.reached >= reached.submitted ? submittedToLendersAt : null,
    decidedAt: null,
    approvedCents: null,
    declineReason: null,
    terms: null,
    expiresAt: null,
    isAccepted: false,
    fundedAt: null,
    stipulations: [],
  };
  if (stage.reached < reached.submitted || submittedToLendersAt === null) return pending;
  // The slowest lender wants to see more before it answers; where money is out for all, it has.
  const isSlowest = index === count - 1 && count > 1 && stage.reached < reached.funded;
  if (answeredAt === null || isSlowest) {
    const isAsking = stage.stage !== 'submitted' && (isSlowest || count === 1);
    return { ...pending, stipulations: isAsking ? stipulationsOf(lender.product).slice(0, 1) : [] };
  }
  const decidedAt = Math.floor(submittedToLendersAt + ((answeredAt - submittedToLendersAt) * (index + 1)) / count);
  const [declineReason = null] = declineReasons(lender, profile);
  if (declineReason !== null) return { ...pending, decidedAt, declineReason };
  const granted = Math.min(requestedCents * TIER_SHARE[underwriting.tier], lender.maxAmountCents);
  const approvedCents = Math.floor(granted / ROUNDED_TO_CENTS) * ROUNDED_TO_CENTS;
  return {
    ...pending,
    decidedAt,
    approvedCents,
    terms: offerTerms(lender.product, { approvedCents, tier: underwriting.tier }),
    expiresAt: decidedAt + OFFER_DAYS * DAY,
    isAccepted: stage.outcome === 'approved' || stage.outcome === 'funded',
    stipulations: stipulationsOf(lender.product),
  };
}

/** Lenders pay out at the end; the first card comes while others are still waited for. */
function withMoneyOut(offers: readonly DemoOffer[], { stage, dates }: PlanFacts): DemoOffer[] {
  const first = offers.findIndex(({ approvedCents }) => approvedCents !== null);
  const isMoreExpected = offers.some(
    ({ approvedCents, decidedAt }, index) => index !== first && (approvedCents !== null || decidedAt === null),
  );
  return offers.map((offer, index) => {
    if (offer.approvedCents === null) return offer;
    if (stage.outcome === 'funded') return { ...offer, fundedAt: dates.stageChangedAt };
    const isOut =
      stage.outcome === 'approved' && index === first && isMoreExpected && offer.lender.product === 'Business card';
    return isOut ? { ...offer, fundedAt: dates.stageChangedAt } : offer;
  });
}

function stipulationsOf(product: Product): readonly string[] {
  switch (product) {
    case 'Business card':
      return ['Copy of the driver license'];
    case 'Line of credit':
      return ['Three months of bank statements'];
    case 'Term loan':
      return ['Two years of tax returns', 'Three months of bank statements'];
    case 'Merchant advance':
      return ['Three months of card processing statements', 'Voided check'];
  }
}
