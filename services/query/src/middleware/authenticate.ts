import { unauthorized } from '../api-error.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { SpanOptions } from '@fundlens/runtime/tracing';
import type { Access } from '../credentials/access.ts';
import { createPresentedTokens } from '../credentials/bearer-token.ts';
import type { Step } from './step.ts';

/** A read of MongoDB, or of what this process has read less than a second ago. Requests of one turn share reads. */
export const MONGODB_READ: SpanOptions = {
  kind: 'client',
  attributes: { 'db.system.name': 'mongodb', 'db.operation.name': 'find' },
};

export type AuthenticationOptions = {
  readonly access: Pick<Access, 'authenticate'>;
  readonly audit: Pick<AuditLog, 'count'>;
};

/** Finds the credential of a request by its token; 401 without a valid one. */
export function authenticate({ access, audit }: AuthenticationOptions): Step {
  const presented = createPresentedTokens();
  return async ({ req, state }, next) => {
    const tokenHash = presented.hashOf(req);
    const found = await state.traced('authenticate', MONGODB_READ, async () =>
      tokenHash === null ? { rejected: null } : await access.authenticate(tokenHash),
    );
    if ('rejected' in found) {
      audit.count(401, found.rejected?.credentialId ?? null);
      throw unauthorized();
    }
    state.holder = found;
    state.askedLocationId = found.credential.pinnedLocationId;
    await next();
  };
}
