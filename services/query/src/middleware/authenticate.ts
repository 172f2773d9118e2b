import type { IncomingMessage } from 'node:http';
import { unauthorized } from '../api-error.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Access, Authenticated } from '../credentials/access.ts';
import type { Company, Credential } from '../credentials/access-state.ts';
import { createPresentedTokens } from '../credentials/bearer-token.ts';
import type { ApiContext, Step } from './step.ts';

export type AuthenticationOptions = { readonly access: Access; readonly audit: Pick<AuditLog, 'count'> };

/** Looks up who presents the token of a request; 401 for everybody else. */
export type Authentication = {
  /** By knowledge that may be a moment old. @throws ApiError 401 */
  known(context: ApiContext): Promise<{ credential: Credential; company: Company }>;
  /** By knowledge read now. @throws ApiError 401 */
  now(context: ApiContext): Promise<{ credential: Credential; company: Company }>;
};

export function createAuthentication({ access, audit }: AuthenticationOptions): Authentication {
  const presented = createPresentedTokens();

  async function look(
    { req, state }: ApiContext,
    authenticate: (tokenHash: string) => Promise<Authenticated>,
  ): Promise<{ credential: Credential; company: Company }> {
    const tokenHash = presented.hashOf(req satisfies IncomingMessage);
    const found = tokenHash === null ? { rejected: null } : await authenticate(tokenHash);
    if (!('rejected' in found)) return found;
    // Who is not let in any more is told nothing of its limits either.
    state.headers = {};
    audit.count(401, found.rejected?.credentialId ?? null);
    throw unauthorized();
  }

  return {
    known: (context) => look(context, access.authenticate),
    now: (context) => look(context, access.authenticateNow),
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
