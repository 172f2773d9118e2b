import type { Bureau } from './credit-file.ts';
import type { CreditProfile } from './underwriting.ts';

export const products = ['Business card', 'Term loan', 'Line of credit', 'Merchant advance'] as const;
export type Product = (typeof products)[number];

/** An invented lender, what it lends, and to whom. Amounts in cents. */
export type Lender = {
  readonly name: string;
  readonly product: Product;
  readonly bureauPulled: Bureau;
  readonly minScore: number;
  readonly maxInquiries6m: number;
  readonly maxUtilizationPct: number;
  readonly maxDerogatories24m: number;
  readonly minYears: number;
  readonly minMonthlyRevenueCents: number;
  readonly maxAmountCents: number;
};

const DOLLARS_1000 = 100_000;

/** Of each product the first lends to everybody that underwriting finds eligible for it. */
export const lenders: readonly Lender[] = [
  lender('Tallowmere Business Card', 'Business card', 'Experian', [660, 6, 60, 1, 0, 0, 60]),
  lender('Quillmark Rewards for Business', 'Business card', 'TransUnion', [680, 2, 55, 0, 0, 0, 45]),
  lender('Brackenford Card Services', 'Business card', 'Equifax', [700, 5, 30, 0, 1, 0, 75]),
  lender('Ostrand Business Card', 'Business card', 'Experian', [670, 4, 50, 1, 1, 0, 50]),
  lender('Wexley Term Lending', 'Term loan', 'Experian', [640, 6, 80, 1, 2, 10, 250]),
  lender('Fennimore Community Lending', 'Term loan', 'Equifax', [690, 3, 50, 0, 3, 25, 400]),
  lender('Calloway Pike Capital', 'Term loan', 'TransUnion', [650, 5, 60, 1, 2, 40, 300]),
  lender('Halvorsen Business Line', 'Line of credit', 'TransUnion', [660, 4, 60, 1, 2, 15, 100]),
  lender('Dunmarrow Merchant Advance', 'Merchant advance', 'Experian', [580, 6, 100, 2, 1, 15, 250]),
  lender('Larkspur Receivables', 'Merchant advance', 'TransUnion', [600, 5, 80, 1, 2, 30, 150]),
];

/** @param limits least score, most inquiries, utilization and derogatories, least years and revenue, most amount; in $1,000. */
function lender(
  name: string,
  product: Product,
  bureauPulled: Lender['bureauPulled'],
  limits: readonly [number, number, number, number, number, number, number],
): Lender {
  const [minScore, maxInquiries6m, maxUtilizationPct, maxDerogatories24m, minYears, revenue, amount] = limits;
  return {
    name,
    product,
    bureauPulled,
    minScore,
    maxInquiries6m,
    maxUtilizationPct,
    maxDerogatories24m,
    minYears,
    minMonthlyRevenueCents: revenue * DOLLARS_1000,
    maxAmountCents: amount * DOLLARS_1000,
  };
}

/**
 * Why a lender declines; each reason has the lender's limit in it. Empty: it approves. It counts the inquiries of the
 * bureau that it asks.
 */
export function declineReasons(of: Lender, profile: CreditProfile): string[] {
  const { figures, score, years, monthlyRevenueCents } = profile;
  const inquiries = profile.inquiriesAt[of.bureauPulled];
  const revenue = (of.minMonthlyRevenueCents / 100).toLocaleString('en-US');
  return [
    score < of.minScore && `Score below ${of.minScore}`,
    inquiries > of.maxInquiries6m && `More than ${of.maxInquiries6m} inquiries in six months`,
    (figures.utilizationPct ?? 0) > of.maxUtilizationPct && `Utilization above ${of.maxUtilizationPct} percent`,
    figures.derogatories24m > of.maxDerogatories24m &&
      (of.maxDerogatories24m === 0
        ? 'A derogatory account in 24 months'
        : `More than ${of.maxDerogatories24m} derogatory accounts in 24 months`),
    years < of.minYears && `In business for less than ${of.minYears} years`,
    monthlyRevenueCents < of.minMonthlyRevenueCents && `Monthly revenue below $${revenue}`,
  ].filter((reason) => reason !== false);
}
