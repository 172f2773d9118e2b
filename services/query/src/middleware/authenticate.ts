import type { IncomingMessage } from 'node:http';
import { unauthorized } from '../api-error.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { SpanOptions } from '@fundlens/runtime/tracing';
import type { Access, Authenticated } from '../credentials/access.ts';
import { createPresentedTokens } from '../credentials/bearer-token.ts';
import type { Holder, RequestState } from './request-state.ts';
import type { ApiContext, Step } from './step.ts';

export type AuthenticationOptions = { readonly access: Access; readonly audit: Pick<AuditLog, 'count'> };

/** Finds the credential of a request by its token; 401 without a valid one. */
export type Authentication = {
  /** By access state that may come from the cache. @throws ApiError 401 */
  authenticate(context: ApiContext): Promise<Holder>;
  /** Turns a rejection into a 401, and counts it in the audit. @throws ApiError 401 */
  admitted(state: RequestState, found: Authenticated): Holder;
  /** Null when the request presents no token of an accepted form. */
  tokenHashOf(request: IncomingMessage): string | null;
};

export function createAuthentication({ access, audit }: AuthenticationOptions): Authentication {
  const presented = createPresentedTokens();

  function admitted(state: RequestState, found: Authenticated): Holder {
    if (!('rejected' in found)) return found;
    // A rejected client must not see the limits either.
    state.headers = {};
    audit.count(401, found.rejected?.credentialId ?? null);
    throw unauthorized();
  }

  return {
    async authenticate({ req, state }) {
      const tokenHash = presented.hashOf(req);
      return admitted(state, tokenHash === null ? { rejected: null } : await access.authenticate(tokenHash));
    },
    admitted,
    tokenHashOf: presented.hashOf,
  };
}

/** A read of MongoDB, or of what this process has read less than a second ago. Requests of one turn share reads. */
export const MONGODB_READ: SpanOptions = {
  kind: 'client',
  attributes: { 'db.system.name': 'mongodb', 'db.operation.name': 'find' },
};

export function authenticate(authentication: Authentication): Step {
  return async (context, next) => {
    const { state } = context;
    state.holder = await state.traced('authenticate', MONGODB_READ, () => authentication.authenticate(context));
    state.askedLocationId = state.credential.pinnedLocationId;
    await next();
  };
}
