import { failureKind } from '@fundlens/runtime/errors';
import { ApiError, internalError, outage, type ResponseHeaders } from '../api-error.ts';
import { errorEnvelope } from '../envelope.ts';
import type { RequestState } from './request-state.ts';
import type { HttpResponse } from './response.ts';

export const RATE_LIMITED = 429;
/** For log and audit: the client closed the connection before its response. The code is nginx's. */
const CLIENT_LEFT = 499;

/** The client has closed the connection before its response. */
export class ClientLeft extends ApiError {
  constructor() {
    super(CLIENT_LEFT, 'client_left', 'The client has left.');
  }
}

/** The failure that a client gets for a thrown value: outages may be retried, bugs reveal nothing. */
export function failureOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return failureKind(error) === 'retryable' ? outage() : internalError();
}

export function failureResponse(
  failure: ApiError,
  { requestId, headers }: Pick<RequestState, 'requestId' | 'headers'>,
): HttpResponse {
  const all: ResponseHeaders = { ...headers, 'Cache-Control': 'no-store', ...failure.headers };
  const retryable = all['Retry-After'] !== undefined;
  return {
    status: failure.status,
    headers: all,
    body: failure.code === 'client_left' ? [] : [errorEnvelope(failure, { requestId, retryable })],
  };
}
