import type { FactLogger } from '@fundlens/runtime/fact-logger';
import { ApiError } from './api-error.ts';
import { ClientLeft } from './middleware/failure.ts';
import type { RequestState } from './middleware/request-state.ts';

/** How a request ended. */
export type Outcome = {
  readonly status: number;
  readonly durationMs: number;
  readonly bytes: number;
  /** What was thrown; null when nothing was. */
  readonly failure: unknown;
};

/** Redacts what it is given. */
type ErrorLogger = Readonly<Record<'warn' | 'error', (fields: object, message: string) => void>>;

export type AccessLog = { answered(state: RequestState, outcome: Outcome): void };

/** Which requests have a line: all; those that failed here or took long; or these and a share of the others. */
export type AccessLogOptions = {
  readonly lines: 'all' | 'slow' | 'sampled';
  /** From then on a request is slow. */
  readonly slowMs: number;
  /** Of `sampled`: one of so many. */
  readonly oneOf: number;
};

/** Below it an answer is no failure of this service. */
const SERVER_ERROR = 500;

/**
 * One line a request. What stands in it is safe by construction (ids, a route's template, numbers), so no redactor reads
 * it; errors are described by the logger of errors, which redacts.
 */
export function createAccessLog(
  { facts, errors }: { readonly facts: FactLogger; readonly errors: ErrorLogger },
  { lines, slowMs, oneOf }: AccessLogOptions,
): AccessLog {
  let others = 0;

  function isWanted(durationMs: number): boolean {
    if (lines === 'all' || durationMs >= slowMs) return true;
    if (lines === 'slow') return false;
    others = (others + 1) % oneOf;
    return others === 0;
  }

  return {
    answered(state, { status, durationMs, bytes, failure }) {
      const holder = state.knownHolder;
      const line = {
        requestId: state.requestId,
        route: state.route,
        credentialId: holder?.credential.credentialId ?? null,
        companyId: holder?.credential.companyId ?? null,
        status,
        bytes,
        durationMs: Math.round(durationMs * 1_000) / 1_000,
      };
      if (failure instanceof ClientLeft) facts.info(line, 'the client has left');
      else if (status < SERVER_ERROR) {
        if (isWanted(durationMs)) facts.info(line, 'answered');
      } else if (isRefusal(failure)) errors.warn({ ...line, reason: failure.message }, 'refused for now');
      else errors.error({ ...line, error: failure }, 'answered with an error');
    },
  };
}

/** Something that we say ourselves and that passes: too many wait, a position is not reached. */
function isRefusal(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && failure.headers['Retry-After'] !== undefined;
}
