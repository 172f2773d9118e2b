import type { Bureau } from './credit-file.ts';
import type { CreditFigures } from './credit-figures.ts';
import { middleScore } from './credit-score.ts';
import type { DemoPerson } from './person.ts';
import type { ReportSubject } from './report-subject.ts';

/** What is known of an applicant when the file is underwritten. */
export type CreditProfile = {
  readonly figures: CreditFigures;
  /** Those of six months that a bureau shows; of a bureau that was not asked, those of the report. */
  readonly inquiriesAt: Readonly<Record<Bureau, number>>;
  /** The middle score of the report. */
  readonly score: number;
  readonly years: number;
  readonly monthlyRevenueCents: number;
};

export const planTypes = ['Card Stacking', 'Term Loan', 'MCA'] as const;
export type PlanType = (typeof planTypes)[number];
type PathStatus = 'eligible' | 'review' | 'ineligible';
export type Tier = 1 | 2 | 3 | 4;

export type Underwriting = {
  readonly verdict: 'qualified' | 'declined' | 'parked';
  /** Why it is declined or parked. */
  readonly reason: string | null;
  /** The best one first. */
  readonly paths: readonly PlanType[];
  readonly cardStatus: PathStatus;
  readonly termLoanStatus: PathStatus;
  /** From 0 to 100. */
  readonly score: number;
  readonly tier: Tier;
  readonly fundingRangeCents: { readonly min: number; readonly max: number } | null;
};

const LEAST = { score: 580, oldestAccountMonths: 24, openTradelines: 2, advanceRevenueCents: 1_500_000 } as const;
const MOST = { derogatories24m: 2, utilizationPct: 80, inquiries6m: 6 } as const;

export function profileOf({ figures, scores, inquiries6mAt }: ReportSubject, { business }: DemoPerson): CreditProfile {
  const at = (bureau: Bureau) => inquiries6mAt.get(bureau) ?? figures.inquiries6m;
  return {
    figures,
    inquiriesAt: { Equifax: at('Equifax'), Experian: at('Experian'), TransUnion: at('TransUnion') },
    score: middleScore(scores),
    years: business.years,
    monthlyRevenueCents: business.monthlyRevenueCents,
  };
}

/** The rule set of the demo. A prescreen, never an approval. */
export function underwrite(profile: CreditProfile): Underwriting {
  const { score, figures, years, monthlyRevenueCents } = profile;
  const [declineReason] = declines(profile);
  const cardStatus = cardPath(profile);
  const termLoanStatus = termLoanPath(profile);
  const paths = preferredOrder(profile).filter(
    (type) =>
      (type === 'Card Stacking' && cardStatus === 'eligible') ||
      (type === 'Term Loan' && termLoanStatus === 'eligible') ||
      (type === 'MCA' && monthlyRevenueCents >= LEAST.advanceRevenueCents && years >= 1),
  );
  const [parkedReason] = [
    ...parks(profile),
    ...(paths.length === 0 ? [`Monthly revenue below $${dollars(LEAST.advanceRevenueCents)}`] : []),
  ];
  const points = pointsOf(score, figures);
  const verdict = declineReason !== undefined ? 'declined' : parkedReason !== undefined ? 'parked' : 'qualified';
  const tier = verdict === 'declined' ? 4 : (Math.max(tierOf(points), verdict === 'parked' ? 3 : 1) as Tier);
  const [best] = paths;
  return {
    verdict,
    reason: declineReason ?? parkedReason ?? null,
    paths: verdict === 'qualified' ? paths : [],
    cardStatus: verdict === 'declined' ? 'ineligible' : cardStatus,
    termLoanStatus: verdict === 'declined' ? 'ineligible' : termLoanStatus,
    score: points,
    tier,
    fundingRangeCents: verdict === 'qualified' && best !== undefined ? rangeOf(best, { profile, tier }) : null,
  };
}

/** A business that is old and takes in much borrows in its own name before its owner does. */
function preferredOrder({ years, monthlyRevenueCents }: CreditProfile): readonly PlanType[] {
  const isEstablished = years >= 5 && monthlyRevenueCents >= 6_000_000;
  return isEstablished ? ['Term Loan', 'Card Stacking', 'MCA'] : planTypes;
}

function declines({ score, figures }: CreditProfile): string[] {
  return [
    figures.bankruptcies24m > 0 && 'Bankruptcy within 24 months',
    figures.derogatories24m > MOST.derogatories24m &&
      `More than ${MOST.derogatories24m} derogatory accounts in 24 months`,
    (figures.oldestAccountMonths ?? 0) < LEAST.oldestAccountMonths &&
      `Oldest account younger than ${LEAST.oldestAccountMonths} months`,
    figures.openTradelines < LEAST.openTradelines && `Fewer than ${LEAST.openTradelines} open accounts`,
    score < LEAST.score && `Score below ${LEAST.score}`,
  ].filter((reason) => reason !== false);
}

function parks({ figures }: CreditProfile): string[] {
  return [
    (figures.utilizationPct ?? 0) > MOST.utilizationPct && `Utilization above ${MOST.utilizationPct} percent`,
    figures.inquiries6m > MOST.inquiries6m && `More than ${MOST.inquiries6m} inquiries in six months`,
  ].filter((reason) => reason !== false);
}

/** The first card lender lends to all that are eligible; so does the first term lender below. */
function cardPath({ score, figures }: CreditProfile): PathStatus {
  const { derogatories24m, utilizationPct } = figures;
  if (utilizationPct === null || derogatories24m > 1 || score < 620) return 'ineligible';
  return score >= 660 && utilizationPct <= 60 && figures.inquiries6m <= MOST.inquiries6m ? 'eligible' : 'review';
}

function termLoanPath({ score, figures, years, monthlyRevenueCents }: CreditProfile): PathStatus {
  if (score < 640 || figures.derogatories24m > 1 || monthlyRevenueCents < 1_000_000) return 'ineligible';
  return years >= 2 ? 'eligible' : 'review';
}

/** Score, utilization, inquiries and age weigh 60, 20, 10 and 10. */
function pointsOf(score: number, figures: CreditFigures): number {
  const part = (share: number) => Math.min(1, Math.max(0, share));
  const points =
    60 * part((score - 500) / 300) +
    20 * part((MOST.utilizationPct - (figures.utilizationPct ?? MOST.utilizationPct)) / 70) +
    10 * part(1 - figures.inquiries6m / 6) +
    10 * part((figures.oldestAccountMonths ?? 0) / 120);
  return Math.round(points * 10) / 10;
}

function tierOf(points: number): Tier {
  return points >= 75 ? 1 : points >= 55 ? 2 : points >= 35 ? 3 : 4;
}

const RANGE: Record<PlanType, { readonly least: number; readonly most: number }> = {
  'Card Stacking': { least: 2_000_000, most: 18_000_000 },
  'Term Loan': { least: 2_500_000, most: 40_000_000 },
  MCA: { least: 1_000_000, most: 25_000_000 },
};
const TIER_SHARE: Record<Tier, number> = { 1: 1, 2: 0.8, 3: 0.6, 4: 0.4 };
const ROUNDED_TO_CENTS = 250_000;

/** Cards go by the limits that others gave, loans by what the business takes in. */
function rangeOf(path: PlanType, { profile, tier }: { profile: CreditProfile; tier: Tier }) {
  const { monthlyRevenueCents, figures } = profile;
  const capacity = {
    'Card Stacking': figures.revolvingLimitCents * 1.5,
    'Term Loan': monthlyRevenueCents * 2.5,
    MCA: monthlyRevenueCents * 1.2,
  }[path];
  const { least, most } = RANGE[path];
  const rounded = (cents: number) => Math.round(cents / ROUNDED_TO_CENTS) * ROUNDED_TO_CENTS;
  const max = rounded(Math.min(most, Math.max(least, capacity * TIER_SHARE[tier])));
  return { min: rounded(max * 0.4), max };
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US');
}

/** What a reader of the result is told, in the words of the figures. */
export function findingsOf({ figures, score, years }: CreditProfile) {
  const { utilizationPct, inquiries6m, derogatories24m, oldestAccountMonths, highestCardPct } = figures;
  const age = Math.floor((oldestAccountMonths ?? 0) / 12);
  const payDownCents = Math.ceil(figures.revolvingBalanceCents - 0.3 * figures.revolvingLimitCents);
  const isHigh = utilizationPct !== null && utilizationPct > 30;
  const some = (items: readonly (string | false)[]) => items.filter((item) => item !== false);
  return {
    strengths: some([
      score >= 720 && `Middle score of ${score}`,
      age >= 5 && `Oldest account of ${age} years`,
      utilizationPct !== null && utilizationPct <= 30 && `Utilization of ${utilizationPct} percent`,
      figures.latePayments24m === 0 && 'No late payment in 24 months',
      years >= 5 && `In business for ${years} years`,
    ]),
    risks: some([
      isHigh && `Utilization of ${utilizationPct} percent`,
      highestCardPct !== null && highestCardPct >= 90 && `One card at ${highestCardPct} percent of its limit`,
      inquiries6m >= 3 && `${inquiries6m} inquiries in six months`,
      derogatories24m === 1 && 'One derogatory account in 24 months',
      derogatories24m > 1 && `${derogatories24m} derogatory accounts in 24 months`,
      age < 3 && 'Oldest account younger than three years',
      years < 2 && 'In business for less than two years',
    ]),
    actions: some([
      isHigh && `Pay cards down by $${dollars(Math.ceil(payDownCents / 10_000) * 10_000)} to reach 30 percent`,
      inquiries6m >= 3 && 'Apply for no other credit before the lenders have answered',
      figures.collections > 0 && 'Settle the collections and ask for letters of deletion',
      derogatories24m > 0 && 'Keep every account current for twelve months',
      !isHigh &&
        inquiries6m < 3 &&
        derogatories24m === 0 &&
        'Keep balances where they are until the last lender has answered',
    ]),
  };
}
