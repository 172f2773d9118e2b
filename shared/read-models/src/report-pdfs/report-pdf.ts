import type { Binary } from 'mongodb';

/**
 * The PDF of a stored report, beside the report's document and under the same `_id`. Never removed: when
 * the report is deleted, the document stays so that no older PDF is stored again.
 */
export type StoredReportPdf = {
  readonly _id: string;
  readonly locationId: string;
  readonly entityId: string;
  /** Of the report document that this was made of; what was made of an earlier one never replaces it. */
  readonly revision: number;
  /** `contentDigest` of the report that it shows; null when there is nothing to show. */
  readonly contentDigest: string | null;
  /** Version of the layout that it was, or could not be, made in. */
  readonly layout: number;
  readonly state: ReportPdfState;
  /** How often rendering it began since it was last settled. */
  readonly attempts: number;
  /** When a process began the attempt that is under way, in epoch milliseconds; null or absent: none is. */
  readonly attemptedAt?: number | null;
  /** Why there is none, as a code; null unless `failed`. */
  readonly reason: string | null;
  readonly pdf: Binary | null;
  /** Where the bytes are instead, with an object store; null or absent: nowhere. */
  readonly object?: PdfObject | null;
  /** Being put at the moment: each may become `object`. */
  readonly pendingObjects?: readonly PendingObject[];
  /** Keys that never become `object` (again). They stand here until what is under them is removed. */
  readonly deadObjects?: readonly string[];
  /** How often it was written: an update applies only to the edition that was read. */
  readonly edition?: number;
};

/** The bytes of a PDF in an object store. What is under the key counts only with this digest and length. */
export type PdfObject = {
  /** Used for one attempt to put one PDF and never again. */
  readonly key: string;
  /** Hex. */
  readonly sha256: string;
  readonly bytes: number;
};

/** `since`: epoch milliseconds. */
type PendingObject = { readonly key: string; readonly since: number };

/**
 * - `trying`: begun; the outcome is unknown
 * - `ready`: `pdf`, or the object that `object` names, shows the report
 * - `failed`: it cannot be made; only another content or layout is tried again
 * - `gone`: the report is deleted or cannot be rendered
 */
export type ReportPdfState = 'trying' | 'ready' | 'failed' | 'gone';

/** Fields of a `credit_reports` document that its PDF is compared with. */
export type CreditReportFields = {
  readonly contactId: string;
  readonly listKey: string;
  /** Hex SHA-256 over everything that a page shows: another digest is another PDF. */
  readonly contentDigest: string;
  readonly renderable: boolean;
};
