import type { DerogatoryRow, InquiryRow, Tradeline } from './figures/credit-file.ts';
import type { ReportReading } from './figures/credit-figures.ts';
import type { SameRows } from './figures/merged-file.ts';
import type { ExplainedScore } from './score-factors.ts';

/**
 * What the pages show of a credit report, whatever shape it was stored in. Rows of accounts, inquiries and records are
 * typed and put together over all bureaus, by the reader and the merge that the figures are counted by; the rest is text.
 * Lists are bounded and in the order of the report.
 */
export type ReportContent = {
  readonly identity: Identity;
  readonly scores: readonly ExplainedScore[];
  readonly figures: ReportReading;
  /** False: the report has more rows than are read, and no figures. */
  readonly isWhole: boolean;
  readonly summary: Bounded<SummaryLine>;
  readonly alerts: Bounded<Alert>;
  readonly accounts: Bounded<SameRows<Tradeline>>;
  readonly collections: Bounded<SameRows<DerogatoryRow>>;
  readonly publicRecords: Bounded<SameRows<DerogatoryRow>>;
  readonly inquiries: Bounded<SameRows<InquiryRow>>;
  readonly statements: Bounded<Statement>;
};

/** `left`: how many more the report has than are shown. */
export type Bounded<Item> = { readonly items: readonly Item[]; readonly left: number };

export type Identity = {
  readonly names: readonly string[];
  readonly birthYear: string | null;
  readonly addresses: readonly Address[];
  readonly employments: readonly Employment[];
};
export type Address = { readonly text: string; readonly kind: string | null };
export type Employment = { readonly employer: string; readonly occupation: string | null };
export type SummaryLine = { readonly name: string; readonly value: string };
export type Alert = { readonly kind: string; readonly text: string };
export type Statement = { readonly text: string; readonly date: string | null };

/** What pages show of the location. Nulls while its profile is not known. */
export type LocationProfile = { readonly name: string | null; readonly timeZone: string | null };
