import type { AccountKind, Bureau, FileAccount } from './credit-file.ts';

/** An account as one bureau shows it. Amounts in whole dollars, instants in epoch milliseconds. */
export type ReportAccount = {
  /** The same in the rows of all bureaus. */
  readonly index: number;
  readonly bureau: Bureau;
  readonly creditor: string;
  readonly accountNumber: string;
  readonly kind: AccountKind;
  readonly openedAt: number;
  readonly closedAt: number | null;
  readonly reportedAt: number;
  readonly limit: number;
  readonly balance: number;
  readonly payment: number;
  readonly pastDue: number;
  readonly isOpen: boolean;
  readonly isAuthorizedUser: boolean;
  readonly isChargedOff: boolean;
  readonly late: FileAccount['late'];
  /** Days late of each month, the newest first; the first is the month of `reportedAt`. */
  readonly history: readonly number[];
};

/** An account of several bureaus, once. */
export type MergedAccount = ReportAccount & { readonly bureaus: readonly Bureau[] };
