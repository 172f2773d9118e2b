/** The two envelopes of responses (spec §2), as bytes. */

/** Spec §7. Every malformed request is `invalid_request`, whatever its status. */
export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'rate_limited'
  | 'internal_error';

export type ErrorContent = { readonly code: ErrorCode; readonly message: string; readonly requestId: string };

const DATA_OPEN = Buffer.from('{"data":');

/** Puts finished JSON into the success envelope without copying or decoding it. @param data pieces of one JSON text. */
export function successEnvelope(data: readonly Uint8Array[], requestId: string): Uint8Array[] {
  return [DATA_OPEN, ...data, Buffer.from(`,"requestId":${JSON.stringify(requestId)}}`)];
}

export function errorEnvelope({ code, message, requestId }: ErrorContent): Buffer {
  return Buffer.from(JSON.stringify({ error: { code, message, requestId } }));
}
