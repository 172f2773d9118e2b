import { failureKind, RetryableError } from '@fundlens/runtime/errors';
import { ApiError, internalError, outage } from '../api-error.ts';
import { errorEnvelope } from '../envelope.ts';
import type { Answer, Exchange } from './exchange.ts';

/** What a client is told of anything thrown: outages may be tried again, bugs show nothing of themselves. */
export function failureOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return failureKind(error) === 'retryable' ? outage() : internalError();
}

/** A request took longer than it may; whatever it still waited for comes too late. */
export function deadlinePassed(): RetryableError {
  return new RetryableError('deadline_passed', 'the request took longer than it may');
}

export function failureAnswer(failure: ApiError, exchange: Pick<Exchange, 'requestId' | 'headers'>): Answer {
  const { status, code, message } = failure;
  return {
    status,
    headers: { ...exchange.headers, 'Cache-Control': 'no-store', ...failure.headers },
    body: [errorEnvelope({ code, message, requestId: exchange.requestId })],
  };
}
