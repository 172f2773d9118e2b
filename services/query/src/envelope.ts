import type { ApiError } from './api-error.ts';

/** The two envelopes of responses (spec §2), as bytes. */

export function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

const DATA_OPEN = Buffer.from('{"data":');

/** Puts finished JSON into the success envelope without copying or decoding it. */
export function successEnvelope(data: Uint8Array, requestId: string): Uint8Array[] {
  return [DATA_OPEN, data, Buffer.from(`,"requestId":${JSON.stringify(requestId)}}`)];
}

/**
 * Optional members are left out where there is nothing to say.
 * @param retryable the same request may succeed after `Retry-After`.
 */
export function errorEnvelope(
  { code, message, reason, issues }: ApiError,
  { requestId, retryable = false }: { readonly requestId: string; readonly retryable?: boolean },
): Buffer {
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
