import type { CalendarDate } from './calendar-months.ts';
import type { LateMonth, PaymentHistory } from './payment-history.ts';

/** The lists of a report. Null where it has no such list; an empty list says that there are none. */
export type CreditFile = {
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

/**
 * What stands in a row where a typed value cannot hold it, by the name of that value: `UNKNOWN` for an amount, a year alone
 * for a date, a credit balance. Null for a row of which all values are typed.
 */
export type AsStated = Readonly<Record<string, string>> | null;

/** An account as one bureau reports it. Amounts in cents; texts without a type as the bureau writes them. */
export type Tradeline = {
  readonly bureaus: Bureaus;
  /** Rows that the report itself keeps together as one account; null where it does not. */
  readonly partition: string | null;
  readonly creditor: string | null;
  readonly account: string | null;
  readonly kind: AccountKind | null;
  /** The statement that the kind was taken from first. */
  readonly type: string | null;
  readonly isOpen: boolean;
  /** Open or closed. */
  readonly condition: string | null;
  /** How it is paid now. */
  readonly rating: string | null;
  readonly designator: string | null;
  readonly isAuthorizedUser: boolean | null;
  readonly opened: CalendarDate | null;
  readonly closed: CalendarDate | null;
  readonly reported: CalendarDate | null;
  readonly balanceCents: number | null;
  /** The highest balance or the amount of the loan where no limit is stated. */
  readonly limitCents: number | null;
  readonly highCreditCents: number | null;
  readonly paymentCents: number | null;
  readonly pastDueCents: number | null;
  readonly standing: Standing | null;
  readonly history: PaymentHistory | null;
  /** Null without a payment history. */
  readonly lateMonths: readonly LateMonth[] | null;
  readonly remark: string | null;
  readonly asStated: AsStated;
};

export type InquiryRow = {
  readonly bureaus: Bureaus;
  readonly inquirer: string;
  readonly date: CalendarDate | null;
  readonly asStated: AsStated;
};

/** A collection or a public record. */
export type DerogatoryRow = {
  readonly bureaus: Bureaus;
  /** What tells it from others: creditor and account, or court and case. */
  readonly of: string;
  /** A collection's creditor, or the type of a public record. */
  readonly name: string | null;
  /** A collection's account number; null for a public record. */
  readonly account: string | null;
  /** A public record's court and case. */
  readonly court: string | null;
  readonly reference: string | null;
  readonly date: CalendarDate | null;
  readonly status: string | null;
  readonly amountCents: number | null;
  readonly asStated: AsStated;
};
