import { locationRefused } from '../api-error.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Access } from '../credentials/access.ts';
import type { Credential } from '../credentials/access-state.ts';
import type { Authentication } from './authenticate.ts';
import { requireSamePermissions } from './limit.ts';
import type { Step } from './step.ts';

export type RecheckOptions = {
  readonly authentication: Pick<Authentication, 'admitted' | 'tokenHashOf'>;
  readonly access: Pick<Access, 'recheck'>;
  readonly log: Pick<AuditLog, 'storeNow'>;
};

/**
 * Reports must not leave after a transfer or a revocation that happened while they were read, however long that took, nor
 * without a stored audit record. What decides is read now.
 */
export function recheckBeforeSending({ authentication, access, log }: RecheckOptions): Step {
  return async (context, next) => {
    await next();
    const { state } = context;
    const { credential, locationId } = state;
    const tokenHash = authentication.tokenHashOf(context.req) ?? '';
    const { holder, mayRead } = await access.recheck({ tokenHash, credential, locationId });
    const { credential: now } = authentication.admitted(state, holder);
    requireSamePermissions(state, now);
    if (!mayRead || !reachesTheSame(now, credential)) throw locationRefused();
    // A client that has left, or was told of an outage, is not recorded as having been given the report.
    state.throwIfEnded();
    await log.storeNow(state.record(200, null));
    state.isAudited = true;
  };
}

/** Whether a later state of a credential still is for what the earlier one was checked against. */
function reachesTheSame(later: Credential, earlier: Credential): boolean {
  return (
    later.reach === earlier.reach &&
    later.companyId === earlier.companyId &&
    later.pinnedLocationId === earlier.pinnedLocationId
  );
}
