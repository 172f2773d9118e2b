import type { ReportScore } from '@fundlens/read-models/contacts/slots';
import type { CalendarDate } from './figures/calendar-months.ts';
import type { PaymentHistory } from './figures/payment-history.ts';
import type { NodeValues } from './node-values.ts';
import type { RecordValue, TradelineValue } from './report-names.ts';

/** What a stored report says, whatever shape it has: scores, figures and pages are made from this alone. */
export type CreditFile = CreditRows & {
  readonly scores: readonly ExplainedScore[];
  /** Of the person whom it is about. */
  readonly names: readonly string[];
  /** The year of birth, addresses, employments. */
  readonly person: readonly Said[];
  readonly messages: readonly Said[];
  readonly statements: readonly Said[];
  /** Totals that the report states itself. */
  readonly totals: readonly Said[];
  /** False: the report has more rows than are read, and no figures. */
  readonly isWhole: boolean;
  /** Whether there is something to show. Scores alone are, unless they stand in markup of which nothing else is known. */
  readonly isRenderable: boolean;
};

/** A text that is only shown, with what it is called on paper. */
export type Said = { readonly label: string; readonly text: string };

/**
 * Its lists of rows. Null where the report has no such list; an empty list says that there are none. Most layouts have no
 * list of collections or public records where there are none: where accounts were read, these are empty.
 */
export type CreditRows = {
  readonly tradelines: readonly Tradeline[] | null;
  readonly inquiries: readonly RecordRow[] | null;
  readonly collections: readonly RecordRow[] | null;
  readonly publicRecords: readonly RecordRow[] | null;
};

export type ExplainedScore = {
  readonly score: ReportScore;
  /** Whether the model is known to be one of FICO's. */
  readonly isFico: boolean;
  readonly factors: readonly ScoreFactor[];
};
/** What keeps a score from being higher, the weightiest first. `text` is null for a code that we have no words for. */
export type ScoreFactor = { readonly code: string | null; readonly text: string | null };

/** `UNSTATED` for a row of a report that names no bureau. */
export const UNSTATED = 'unstated';

export type Row = {
  /** The bureaus that report it, sorted. */
  readonly bureaus: readonly string[];
  /** Rows of different bureaus that have one key are of the same. Null for a row that is like no other. */
  readonly key: string | null;
};
/** Figures are computed from the typed values of a row; pages show what is stated, also where no type holds it. */
export type Stated<Value extends string> = { readonly stated: NodeValues<Value> };

/** `open`: due in full each month. */
export type AccountKind = 'revolving' | 'installment' | 'mortgage' | 'open' | 'collection';

/** How an account is paid now. `derogatory`: 90 days late or worse. */
export type Standing = 'current' | 'late' | 'derogatory';

/** An account as one bureau reports it. Amounts in cents; texts without a type as the bureau writes them. */
export type Tradeline = Row &
  Stated<TradelineValue> & {
    readonly creditor: string | null;
    readonly account: string | null;
    readonly kind: AccountKind | null;
    /** The statement that the kind was taken from first. */
    readonly type: string | null;
    readonly isOpen: boolean;
    readonly isAuthorizedUser: boolean | null;
    readonly opened: CalendarDate | null;
    readonly closed: CalendarDate | null;
    readonly reported: CalendarDate | null;
    readonly balanceCents: number | null;
    /** The highest balance or the amount of the loan where no limit is stated. */
    readonly limitCents: number | null;
    readonly highCreditCents: number | null;
    readonly paymentCents: number | null;
    readonly standing: Standing | null;
    readonly history: PaymentHistory | null;
  };

/** An inquiry, a collection or a public record. */
export type RecordRow = Row &
  Stated<RecordValue> & {
    /** What it is called on paper. */
    readonly title: string;
    readonly date: CalendarDate | null;
  };
