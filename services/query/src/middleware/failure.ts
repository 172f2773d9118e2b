import { failureKind, RetryableError } from '@fundlens/runtime/errors';
import { ApiError, internalError, outage, type ResponseHeaders } from '../api-error.ts';
import { type ErrorCode, errorEnvelope } from '../envelope.ts';
import type { RequestState } from './request-state.ts';
import type { HttpResponse } from './response.ts';

export const RATE_LIMITED = 429;
/** For log and audit: the client closed the connection before its response. The code is nginx's. */
const CLIENT_LEFT = 499;

/** A response other than success. */
export type Failure = Pick<ApiError, 'status' | 'headers' | 'message'> &
  Partial<Pick<ApiError, 'reason' | 'issues'>> & { readonly code: ErrorCode | 'client_left' };

/** The client has closed the connection before its response. */
export class ClientLeft extends Error {
  override readonly name = 'ClientLeft';
}

/** The failure that a client gets for a thrown value: outages may be retried, bugs reveal nothing. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error;
  if (error instanceof ClientLeft) return { status: CLIENT_LEFT, code: 'client_left', headers: {}, message: '' };
  return failureKind(error) === 'retryable' ? outage() : internalError();
}

export function deadlinePassed(): RetryableError {
  return new RetryableError('deadline_passed', 'the request took longer than it may');
}

export function failureResponse(
  failure: Failure,
  { requestId, headers }: Pick<RequestState, 'requestId' | 'headers'>,
): HttpResponse {
  const { status, code, message, reason, issues = [] } = failure;
  const all: ResponseHeaders = { ...headers, 'Cache-Control': 'no-store', ...failure.headers };
  const retryable = all['Retry-After'] !== undefined;
  return {
    status,
    headers: all,
    body: code === 'client_left' ? [] : [errorEnvelope({ code, message, requestId, reason, retryable, issues })],
  };
}
