import type { IncomingMessage } from 'node:http';
import { unauthorized } from '../api-error.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Access, Authenticated } from '../credentials/access.ts';
import { createPresentedTokens } from '../credentials/bearer-token.ts';
import type { Holder, RequestState } from './request-state.ts';
import type { ApiContext, Step } from './step.ts';

export type AuthenticationOptions = { readonly access: Access; readonly audit: Pick<AuditLog, 'count'> };

/** Looks up who presents the token of a request; 401 for everybody else. */
export type Authentication = {
  /** By knowledge that may be a moment old. @throws ApiError 401 */
  known(context: ApiContext): Promise<Holder>;
  /** Of what was found out about who presents it. @throws ApiError 401 */
  admitted(state: RequestState, found: Authenticated): Holder;
  /** Null when the request presents no token of an accepted form. */
  tokenHashOf(request: IncomingMessage): string | null;
};

export function createAuthentication({ access, audit }: AuthenticationOptions): Authentication {
  const presented = createPresentedTokens();

  function admitted(state: RequestState, found: Authenticated): Holder {
    if (!('rejected' in found)) return found;
    // Who is not let in any more is told nothing of its limits either.
    state.headers = {};
    audit.count(401, found.rejected?.credentialId ?? null);
    throw unauthorized();
  }

  return {
    async known({ req, state }) {
      const tokenHash = presented.hashOf(req);
      return admitted(state, tokenHash === null ? { rejected: null } : await access.authenticate(tokenHash));
    },
    admitted,
    tokenHashOf: presented.hashOf,
  };
}

/** Lets in who presents a valid token. */
export function authenticate(authentication: Authentication): Step {
  return async (context, next) => {
    context.state.holder = await authentication.known(context);
    context.state.askedLocationId = context.state.credential.pinnedLocationId;
    await next();
  };
}
