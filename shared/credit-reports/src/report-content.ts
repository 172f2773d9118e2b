import type { ReportScore } from '@fundlens/read-models/contacts/slots';

/**
 * What a credit report says, whatever shape it was stored in; values as they are shown, null where it says nothing.
 * Lists are bounded and in the order of the report.
 */
export type ReportContent = {
  readonly identity: Identity;
  readonly scores: readonly ReportScore[];
  readonly summary: Bounded<SummaryLine>;
  readonly alerts: Bounded<Alert>;
  readonly accounts: Bounded<Account>;
  readonly collections: Bounded<Collection>;
  readonly publicRecords: Bounded<PublicRecord>;
  readonly inquiries: Bounded<Inquiry>;
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
export type Account = {
  readonly creditor: string | null;
  readonly account: string | null;
  readonly bureau: string | null;
  readonly kind: string | null;
  readonly opened: string | null;
  readonly reported: string | null;
  readonly status: string | null;
  readonly balance: string | null;
  readonly limit: string | null;
  readonly payment: string | null;
  readonly pastDue: string | null;
  readonly history: string | null;
  readonly remark: string | null;
};
export type Collection = {
  readonly creditor: string | null;
  readonly account: string | null;
  readonly date: string | null;
  readonly status: string | null;
  readonly amount: string | null;
};
export type PublicRecord = {
  readonly kind: string | null;
  readonly court: string | null;
  readonly reference: string | null;
  readonly date: string | null;
  readonly status: string | null;
  readonly amount: string | null;
};
export type Inquiry = { readonly inquirer: string; readonly date: string | null; readonly bureau: string | null };
export type Statement = { readonly text: string; readonly date: string | null };
