import type { ParameterIssue } from './parameter-issue.ts';

/** The two envelopes of responses (spec §2), as bytes. */

/** Spec §7. Every malformed request is `invalid_request`, whatever its status. */
export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'rate_limited'
  | 'internal_error'
  /** For log and audit: the client is gone. */
  | 'client_left';

/** Tells apart failures of one code. Clients may branch on them; more may be added. */
export const ERROR_REASONS = [
  'position_not_reached',
  'application_not_found',
  'report_not_found',
  'report_not_renderable',
  'pdf_failed',
  'rate_window',
  'company_quota',
  'credential_cap',
  'company_share',
] as const;

export type ErrorReason = (typeof ERROR_REASONS)[number];

export type ErrorContent = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly requestId: string;
  readonly reason?: ErrorReason | undefined;
  /** The same request may succeed after `Retry-After`. */
  readonly retryable?: boolean;
  /** Every parameter of the request that breaks a rule. */
  readonly issues?: readonly ParameterIssue[];
};

export function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

const DATA_OPEN = Buffer.from('{"data":');

/** Puts finished JSON into the success envelope without copying or decoding it. */
export function successEnvelope(data: Uint8Array, requestId: string): Uint8Array[] {
  return [DATA_OPEN, data, Buffer.from(`,"requestId":${JSON.stringify(requestId)}}`)];
}

/** Optional members are left out where there is nothing to say. */
export function errorEnvelope({ code, message, requestId, reason, retryable, issues = [] }: ErrorContent): Buffer {
  const details = issues.map(({ parameter, rule, allowed }) => ({ parameter, rule, allowed }));
  return Buffer.from(
    JSON.stringify({
      error: {
        code,
        message,
        requestId,
        reason,
        ...(retryable && { retryable }),
        ...(details.length > 0 && { details }),
      },
    }),
  );
}
