import { InvalidError, RetryableError } from '@fundlens/runtime/errors';

/*
 * What can go wrong with a request, by kind (design: retryable, invalid). Messages name the endpoint and the status, never
 * an id or a text of the response: it may hold a person's data.
 */

export function unavailable(endpoint: string, why: string, cause?: unknown): RetryableError {
  return new RetryableError('crm_unavailable', `HighLevel does not answer ${endpoint} (${why}).`, { cause });
}

export function rateLimited(endpoint: string): RetryableError {
  return new RetryableError('crm_rate_limited', `HighLevel keeps refusing ${endpoint} because of its limits.`);
}

export function unauthorized(endpoint: string): RetryableError {
  return new RetryableError(
    'crm_unauthorized',
    `HighLevel does not take the token for ${endpoint}. Check HIGHLEVEL_TOKEN or the OAuth options, and the app's scopes.`,
  );
}

export function forbidden(endpoint: string): RetryableError {
  return new RetryableError(
    'crm_forbidden',
    `HighLevel forbids ${endpoint}. The app is no longer installed in the location, or lacks a scope.`,
  );
}

export function refused(endpoint: string, status: number): InvalidError {
  return new InvalidError('crm_refused', `HighLevel refuses ${endpoint} with status ${status}.`);
}

export function malformed(endpoint: string, field: string, rule: string): InvalidError {
  const message = `HighLevel's response to ${endpoint} is not as expected: ${field} ${rule}.`;
  return new InvalidError('crm_malformed', message, { field });
}

export function cursorStuck(endpoint: string): InvalidError {
  return new InvalidError(
    'crm_cursor_stuck',
    `HighLevel's pages of ${endpoint} do not advance: two pages end in the same place. Nothing after them can be read.`,
  );
}
