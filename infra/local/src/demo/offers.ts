import type { EventInput } from '@fundlens/contracts/event-defaults';
import type { DemoApplication } from './applications.ts';
import { DAY } from './instants.ts';
import { reached } from './stages.ts';
import type { PlanType } from './underwriting.ts';

export type Recommendation = NonNullable<EventInput<'FundingPlanChanged'>['recommendations']>[number];

/** What each product costs, and what its lenders want to see. */
const products = {
  'Business card': { aprPct: 17.99, stipulations: ['Copy of the driver license'] },
  'Term loan': { aprPct: 11.5, termMonths: 36, stipulations: ['Two years of tax returns'] },
  'Line of credit': { aprPct: 14.25, termMonths: 12, stipulations: ['Three months of bank statements'] },
  'Merchant advance': { factorRate: 1.22, termMonths: 9, stipulations: ['Three months of card statements'] },
};

type Lender = readonly [name: string, product: keyof typeof products, bureau: string, minScore: number];

/** Invented lenders. Of each plan the first lends to everybody that underwriting finds eligible for it. */
const lendersOf: Readonly<Record<PlanType, readonly Lender[]>> = {
  'Card Stacking': [
    ['Tallowmere Business Card', 'Business card', 'experian', 660],
    ['Brackenford Card Services', 'Business card', 'equifax', 760],
    ['Quillmark Rewards for Business', 'Business card', 'transunion', 680],
    ['Ostrand Business Card', 'Business card', 'experian', 670],
  ],
  'Term Loan': [
    ['Wexley Term Lending', 'Term loan', 'experian', 640],
    ['Fennimore Community Lending', 'Term loan', 'equifax', 740],
    ['Halvorsen Business Line', 'Line of credit', 'transunion', 660],
  ],
  MCA: [
    ['Dunmarrow Merchant Advance', 'Merchant advance', 'experian', 580],
    ['Larkspur Receivables', 'Merchant advance', 'transunion', 600],
  ],
};
const ROUNDED_TO_CENTS = 50_000;
const OFFER_DAYS = 30;

/** The recommendations of the plan as they stand; none before there is a plan. */
export function offersOf({ stage, marks, credit }: DemoApplication, requestedCents: number): Recommendation[] {
  const { primaryPaths = [], fundingRangeMaxCents } = credit?.underwriting ?? {};
  const [planType] = primaryPaths;
  if (credit === null || planType === undefined || stage.reached < reached.planned) return [];
  const lenders = lendersOf[planType];
  const share = Math.min(requestedCents, fundingRangeMaxCents ?? 0) / lenders.length;
  const each = Math.floor(share / ROUNDED_TO_CENTS) * ROUNDED_TO_CENTS;
  const [submittedAt = 0, answeredAt = 0] = [marks[reached.submitted], marks[reached.answered]];
  return lenders.map(([lender, product, bureauPulled, minScore], index): Recommendation => {
    const { stipulations, ...terms } = products[product];
    const personalGuarantee = product !== 'Merchant advance';
    const asked = { product, lender, bureauPulled, personalGuarantee, requestedAmountCents: each };
    if (stage.reached < reached.submitted) return { ...asked, status: 'recommended' };
    const pending = { ...asked, submittedAt, status: 'PENDING' };
    if (stage.reached < reached.answered) return pending;
    // The slowest lender wants to see more before it answers; where money is out for all, it has.
    const isSlowest = index === lenders.length - 1 && stage.reached < reached.funded;
    if (isSlowest) return { ...pending, stipulations, status: 'ADDITIONAL_DETAILS_REQUESTED' };
    const decidedAt = Math.floor(submittedAt + ((answeredAt - submittedAt) * (index + 1)) / lenders.length);
    const decided = { ...pending, decidedAt };
    if (credit.middleScore < minScore) {
      return { ...decided, status: 'DECLINED', outcome: 'declined', declineReason: `Score below ${minScore}` };
    }
    const isFunded = stage.outcome === 'funded';
    return {
      ...decided,
      ...terms,
      stipulations,
      approvedAmountCents: each,
      fundedAmountCents: isFunded ? each : null,
      fundedAt: isFunded ? (marks[reached.funded] ?? null) : null,
      expiresAt: decidedAt + OFFER_DAYS * DAY,
      status: isFunded || stage.outcome === 'approved' ? 'ACCEPTED' : 'OFFERED',
      outcome: isFunded ? 'funded' : 'approved',
    };
  });
}
