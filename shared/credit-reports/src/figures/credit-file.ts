import type { CalendarDate } from './calendar-months.ts';
import type { LateMonth } from './payment-history.ts';

/** What a report says of a person's credit, in values that can be counted. Amounts in cents. */
export type CreditFile = {
  /** Null where the report has no such list. An empty list says that there are none. */
  readonly tradelines: readonly Tradeline[] | null;
  readonly inquiries: readonly InquiryRow[] | null;
  readonly collections: readonly DerogatoryRow[] | null;
  readonly publicRecords: readonly DerogatoryRow[] | null;
};

/** The bureaus that report a row, sorted. `UNSTATED` for a row of a report that names none. */
export type Bureaus = readonly string[];
export const UNSTATED = 'unstated';

/** `open`: due in full each month. */
export type AccountKind = 'revolving' | 'installment' | 'mortgage' | 'open' | 'collection';

/** How an account is paid now. `derogatory`: 90 days late or worse. */
export type Standing = 'current' | 'late' | 'derogatory';

export type Tradeline = {
  readonly bureaus: Bureaus;
  /** Rows that the report itself keeps together as one account; null where it does not. */
  readonly partition: string | null;
  readonly creditor: string | null;
  readonly account: string | null;
  readonly kind: AccountKind | null;
  readonly isOpen: boolean;
  readonly isAuthorizedUser: boolean | null;
  readonly opened: CalendarDate | null;
  readonly closed: CalendarDate | null;
  readonly reported: CalendarDate | null;
  readonly balanceCents: number | null;
  readonly limitCents: number | null;
  readonly paymentCents: number | null;
  readonly standing: Standing | null;
  /** Null without a payment history. */
  readonly lateMonths: readonly LateMonth[] | null;
};

export type InquiryRow = {
  readonly bureaus: Bureaus;
  readonly inquirer: string | null;
  readonly date: CalendarDate | null;
};

/** A collection or a public record. */
export type DerogatoryRow = {
  readonly bureaus: Bureaus;
  /** What tells it from others: creditor and account, or court and case. */
  readonly of: string;
  readonly date: CalendarDate | null;
};
