/** One exact report, which must be the contact's when one is named; or the contact's latest. */
export type ReportSelector =
  | { readonly requestId: string; readonly contactId: string | null }
  | { readonly requestId: null; readonly contactId: string };
