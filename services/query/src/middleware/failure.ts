import { failureKind, RetryableError } from '@fundlens/runtime/errors';
import { ApiError, internalError, outage } from '../api-error.ts';
import { type ErrorCode, errorEnvelope } from '../envelope.ts';
import type { HttpResponse, RequestState } from './request-state.ts';

export const RATE_LIMITED = 429;
/** Of requests whose clients did not wait for the answer; nobody is sent it. nginx calls it so. */
const CLIENT_LEFT = 499;

/** What an answer other than success says of itself. */
export type Failure = Pick<ApiError, 'status' | 'headers' | 'message'> & { readonly code: ErrorCode | 'client_left' };

/** The client has closed the connection before its answer. */
export class ClientLeft extends Error {
  override readonly name = 'ClientLeft';
}

/** What a client is told of anything thrown: outages may be tried again, bugs show nothing of themselves. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error;
  if (error instanceof ClientLeft) return { status: CLIENT_LEFT, code: 'client_left', headers: {}, message: '' };
  return failureKind(error) === 'retryable' ? outage() : internalError();
}

/** A request took longer than it may; whatever it still waited for comes too late. */
export function deadlinePassed(): RetryableError {
  return new RetryableError('deadline_passed', 'the request took longer than it may');
}

export function failureResponse(
  failure: Failure,
  { requestId, headers }: Pick<RequestState, 'requestId' | 'headers'>,
): HttpResponse {
  const { status, code, message } = failure;
  return {
    status,
    headers: { ...headers, 'Cache-Control': 'no-store', ...failure.headers },
    // Nobody reads what is sent to a client that has left.
    body: code === 'client_left' ? [] : [errorEnvelope({ code, message, requestId })],
  };
}
