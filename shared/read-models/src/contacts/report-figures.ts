import { z } from 'zod';
import { cents, count } from '../bodies.ts';

/**
 * The figures of a credit report. An account that several bureaus report counts once, ages count from the pull. Null where
 * the report cannot tell.
 */

/** Those that the funding platform may state in its summary, as a body shows them. */
export const summaryMembers = {
  utilizationPct: z.number().nullable(),
  openTradelines: count().nullable(),
  inquiries6m: count().nullable().describe('Inquiries of the last six months.'),
  derogatories24m: count().nullable().describe('Derogatory marks of the last 24 months.'),
  oldestAccountMonths: count().nullable(),
  totalDebtCents: cents().nullable(),
} as const;
type Figures<Members> = { readonly [Name in keyof Members]: number | null };
export type SummaryFigure = keyof typeof summaryMembers;
export type SummaryFigures = Figures<typeof summaryMembers>;
export const SUMMARY_FIGURES = Object.keys(summaryMembers) as readonly SummaryFigure[];

/** Those figures alone, in their order. */
export function summaryFigures(of: (name: SummaryFigure) => number | null): SummaryFigures {
  const figures: { [Name in SummaryFigure]?: number | null } = {};
  for (const name of SUMMARY_FIGURES) figures[name] = of(name);
  return figures as SummaryFigures;
}

const monthsOf = (what: string) => count().nullable().describe(`Full months from ${what} to the pull.`);

const detailMembers = {
  revolvingBalanceCents: cents().nullable().describe('Balances of the open revolving accounts.'),
  revolvingLimitCents: cents().nullable().describe('Limits of the open revolving accounts.'),
  highestCardUtilizationPct: z
    .number()
    .nullable()
    .describe('Of the open revolving account that uses most of its limit, in percent.'),
  openRevolving: count().nullable().describe('Open cards, charge accounts and lines of credit.'),
  openInstallment: count().nullable(),
  openMortgages: count().nullable().describe('Open mortgages and home equity lines.'),
  openOther: count().nullable().describe('Open accounts that are due in full each month.'),
  nonMortgageDebtCents: cents().nullable().describe('Balances of all accounts but mortgages.'),
  monthlyPaymentCents: cents().nullable().describe('Payments due each month on open accounts.'),
  inquiries3m: count().nullable(),
  inquiries12m: count().nullable(),
  derogatories12m: count().nullable(),
  latePayments12m: count()
    .nullable()
    .describe('Months of the last twelve in which an account was 30 days late or more.'),
  latePayments24m: count().nullable(),
  newestAccountMonths: monthsOf('the opening of the newest account'),
  averageAccountMonths: count().nullable().describe('Average age of the accounts in full months.'),
  authorizedUserAccounts: count().nullable().describe('Accounts of others that the person may use.'),
  collections: count().nullable(),
  publicRecords: count().nullable(),
} as const;

/** Figures that only the report says. */
type DetailFigures = Figures<typeof detailMembers>;
/** What a report says of each figure. */
export type DerivedFigures = SummaryFigures & DetailFigures;

/** The bureaus of which a merged report is shown one by one. */
export const FIGURE_BUREAUS = ['equifax', 'experian', 'transunion'] as const;

/** What one bureau of a merged report says. */
const bureauFigures = z.strictObject({ bureau: z.enum(FIGURE_BUREAUS), ...summaryMembers });
export type BureauFigures = z.infer<typeof bureauFigures>;

export function storedFigures(
  stated: readonly SummaryFigure[],
  derived: DerivedFigures,
  bureaus: readonly BureauFigures[],
): ReportFigures {
  const details: { [name: string]: number | null } = {};
  for (const name in derived) if (!(name in summaryMembers)) details[name] = derived[name as keyof DerivedFigures];
  return { stated: [...stated], ...(details as DetailFigures), bureaus: [...bureaus] };
}

/** What a body shows beside the figures that a summary may state, as it is stored. */
export const reportFigures = z
  .strictObject({
    stated: z
      .array(z.enum(SUMMARY_FIGURES))
      .describe(
        'The figures beside this object that the funding platform stated. All others are derived from the report.',
      ),
    ...detailMembers,
    bureaus: z
      .array(bureauFigures)
      .max(FIGURE_BUREAUS.length)
      .describe(
        'The same figures by the accounts and inquiries of each bureau; empty unless the report names several.',
      ),
  })
  .describe('More figures, derived from the report. Null where the report cannot tell.')
  .optional();
export type ReportFigures = NonNullable<z.infer<typeof reportFigures>>;
