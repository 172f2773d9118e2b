import { ApiError } from './api-error.ts';
import { ClientLeft } from './middleware/failure.ts';
import type { RequestState } from './middleware/request-state.ts';
import type { ProcessContext } from './process-context.ts';

/** How a request ended. */
export type Outcome = {
  readonly status: number;
  readonly durationMs: number;
  readonly bytes: number;
  /** The thrown value; null for none. */
  readonly failure: unknown;
};

/** Lower statuses are no failures of this service. */
const SERVER_ERROR = 500;

/**
 * One line per request. Its fields are safe by construction (ids, a route template, numbers), so they skip the redactor;
 * errors do not.
 */
export function logAnswered(
  { facts, logger }: Pick<ProcessContext, 'facts' | 'logger'>,
  state: RequestState,
  { status, durationMs, bytes, failure }: Outcome,
): void {
  const holder = state.holder;
  const line = {
    requestId: state.requestId,
    route: state.route,
    credentialId: holder?.credential.credentialId ?? null,
    companyId: holder?.credential.companyId ?? null,
    status,
    bytes,
    durationMs: Math.round(durationMs * 1_000) / 1_000,
    trace_id: state.span?.traceId,
  };
  if (failure instanceof ClientLeft) facts.info(line, 'the client has left');
  else if (status < SERVER_ERROR) facts.info(line, 'answered');
  // An overload that this service reports itself, e.g. too many waits.
  else if (failure instanceof ApiError && failure.headers['Retry-After'] !== undefined)
    logger.warn({ ...line, reason: failure.message }, 'refused for now');
  else logger.error({ ...line, error: failure }, 'answered with an error');
}
