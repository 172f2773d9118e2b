import type { CreditFigures } from './credit-figures.ts';
import type { Bureau } from './credit-file.ts';

export type ScoreFactor = { readonly code: string; readonly text: string };
export type BureauScore = {
  readonly bureau: Bureau;
  readonly model: string;
  readonly score: number;
  /** What cost most, first. */
  readonly factors: readonly ScoreFactor[];
};

const models: Record<Bureau, string> = {
  Equifax: 'FICO Score 5',
  Experian: 'FICO Score 2',
  TransUnion: 'FICO Score 4',
};

const HIGHEST = 832;
const LOWEST = 420;
const MOST_FACTORS = 4;

/** Points that are taken off, with FICO's reason codes. */
function deductions(figures: CreditFigures): { readonly points: number; readonly factor: ScoreFactor }[] {
  const months = figures.oldestAccountMonths ?? 0;
  const minus = (points: number, code: string, text: string) => ({
    points: Math.round(points),
    factor: { code, text },
  });
  return [
    minus(
      Math.min(130, 1.4 * Math.max(0, (figures.utilizationPct ?? 0) - 5)),
      '10',
      'PROPORTION OF BALANCES TO CREDIT LIMITS IS TOO HIGH ON BANK REVOLVING ACCOUNTS',
    ),
    minus(Math.min(150, 50 * figures.derogatories24m), '40', 'DEROGATORY PUBLIC RECORD OR COLLECTION FILED'),
    minus(Math.min(60, 10 * figures.latePayments24m), '18', 'NUMBER OF ACCOUNTS WITH DELINQUENCY'),
    minus(months >= 120 ? 0 : 75 * (1 - months / 120), '14', 'LENGTH OF TIME ACCOUNTS HAVE BEEN ESTABLISHED'),
    minus(Math.min(45, 5 * figures.inquiries12m), '08', 'TOO MANY INQUIRIES IN THE LAST 12 MONTHS'),
    minus(figures.openTradelines >= 3 ? 0 : 15 * (3 - figures.openTradelines), '28', 'NUMBER OF ESTABLISHED ACCOUNTS'),
  ];
}

/** A bureau's score follows from what that bureau shows. */
export function scoreOf(bureau: Bureau, figures: CreditFigures): BureauScore {
  const taken = deductions(figures);
  const points = taken.reduce((sum, each) => sum + each.points, 0);
  return {
    bureau,
    model: models[bureau],
    score: Math.max(LOWEST, HIGHEST - points),
    factors: taken
      .filter((each) => each.points > 0)
      .toSorted((a, b) => b.points - a.points)
      .slice(0, MOST_FACTORS)
      .map(({ factor }) => factor),
  };
}

/** The score that lenders go by: of three the one in the middle, of two the lower. */
export function middleScore(scores: readonly BureauScore[]): number {
  const sorted = scores.map(({ score }) => score).toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? LOWEST;
}
