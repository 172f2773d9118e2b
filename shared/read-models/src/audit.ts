/** What each request of the API read, and of which credential: the query service writes it, the operator reads it. */
export const AUDIT_LOG = 'audit_log';

/** The form of the ids that the audit shows. Any other value under the name of an id may be anything, and is masked. */
export const AUDITED_ID = /^[A-Za-z0-9][A-Za-z0-9._~@-]{0,127}$/;

/** One request, as the audit keeps it (spec §1.6): no token, no payload, no personal value. */
export type AuditRecord = {
  /** The request id. */
  readonly _id: string;
  readonly kind: 'request';
  readonly at: Date;
  readonly credentialId: string;
  /** The token's last characters. */
  readonly hint: string | null;
  readonly companyId: string | null;
  readonly reach: 'location' | 'agency';
  /** E.g. `contacts.list`. */
  readonly operation: string;
  /** The location that was asked for, or to which the credential is pinned. */
  readonly locationId: string | null;
  readonly arguments: Readonly<Record<string, string>>;
  readonly status: number;
  /** The error code; null for success. */
  readonly code: string | null;
  readonly durationMs: number;
};

/** Refusals of one status, as one number per credential and second. */
export type AuditCount = {
  /** `<process>:<status>:<credential or ->:<second>` */
  readonly _id: string;
  readonly kind: 'count';
  /** The second that it counts. */
  readonly at: Date;
  readonly status: number;
  /** Null when no credential is known by the token, or there was none. */
  readonly credentialId: string | null;
  readonly count: number;
};

export type AuditEntry = AuditRecord | AuditCount;

/** MongoDB removes an entry some seconds after `expiresAt`; one without it is kept. */
export type StoredAuditEntry = AuditEntry & { readonly expiresAt?: Date };
