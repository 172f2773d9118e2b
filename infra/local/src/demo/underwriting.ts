import type { DemoPerson } from './people.ts';
import type { ReadReport } from './reports.ts';

export const planTypes = ['Card Stacking', 'Term Loan', 'MCA'] as const;
export type PlanType = (typeof planTypes)[number];

const ROUNDED_TO_CENTS = 250_000;

export type Underwriting = ReturnType<typeof underwrite>;

/** The demo's rules: few, and all of them follow from what the report says. A prescreen, never an approval. */
export function underwrite({ middleScore, figures }: ReadReport, { business }: DemoPerson) {
  const utilizationPct = figures.utilizationPct ?? 0;
  const inquiries6m = figures.inquiries6m ?? 0;
  const derogatories24m = figures.derogatories24m ?? 0;
  const [declineReason = null] = said([
    derogatories24m > 2 && 'More than 2 derogatory accounts in 24 months',
    (figures.oldestAccountMonths ?? 0) < 24 && 'Oldest account younger than 24 months',
    middleScore < 580 && 'Score below 580',
  ]);
  const isDeclined = declineReason !== null;
  const [parkedReason = null] = said([
    !isDeclined && utilizationPct > 80 && 'Utilization above 80 percent',
    !isDeclined && inquiries6m > 6 && 'More than 6 inquiries in six months',
  ]);
  const isQualified = !isDeclined && parkedReason === null;
  const cardStatus = isDeclined ? 'declined' : middleScore >= 660 ? 'eligible' : 'review';
  const termLoanStatus = isDeclined ? 'declined' : middleScore >= 640 && business.years >= 2 ? 'eligible' : 'review';
  const primaryPaths = planTypes.filter(
    (type) => isQualified && (type === 'MCA' || (type === 'Term Loan' ? termLoanStatus : cardStatus) === 'eligible'),
  );
  // A business that is old and takes in much borrows in its own name before its owner does.
  if (business.years >= 5 && business.monthlyRevenueCents >= 6_000_000) {
    primaryPaths.sort((a, b) => Number(b === 'Term Loan') - Number(a === 'Term Loan'));
  }
  const capacity = {
    'Card Stacking': (figures.revolvingLimitCents ?? 0) * 1.5,
    'Term Loan': business.monthlyRevenueCents * 2.5,
    MCA: business.monthlyRevenueCents * 1.2,
  }[primaryPaths[0] ?? 'MCA'];
  const rounded = (cents: number) => Math.ceil(cents / ROUNDED_TO_CENTS) * ROUNDED_TO_CENTS;
  const score = Math.min(100, Math.max(0, Math.round((middleScore - 480) / 3)));
  return {
    decision: isDeclined ? 'Decline' : isQualified ? 'Qualified' : 'Park and review in 90 days',
    primaryPaths,
    overlays: said([business.years < 2 && 'Personal guarantor', derogatories24m > 0 && 'Letter of explanation']),
    cardStatus,
    termLoanStatus,
    declineStatus: isDeclined ? 'final' : null,
    declineReason,
    parkedReason,
    score,
    tier: score >= 75 ? '1' : score >= 55 ? '2' : isDeclined ? '4' : '3',
    fundingRangeMinCents: isQualified ? rounded(capacity * 0.4) : null,
    fundingRangeMaxCents: isQualified ? rounded(capacity) : null,
    strengths: said([
      middleScore >= 720 && `Middle score of ${middleScore}`,
      utilizationPct <= 30 && `Utilization of ${utilizationPct} percent`,
    ]),
    risks: said([
      utilizationPct > 30 && `Utilization of ${utilizationPct} percent`,
      inquiries6m >= 3 && `${inquiries6m} inquiries in six months`,
      derogatories24m > 1 && `${derogatories24m} derogatory accounts in 24 months`,
    ]),
    actions: said([
      utilizationPct > 30 && 'Pay cards down to 30 percent of their limits',
      inquiries6m >= 3 && 'Apply for no other credit before the lenders have answered',
    ]),
  };
}

const said = (texts: readonly (string | false)[]) => texts.filter((text) => text !== false);
