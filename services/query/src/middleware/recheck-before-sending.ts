import { locationRefused } from '../api-error.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Access } from '../credentials/access.ts';
import { type Authentication, MONGODB_READ } from './authenticate.ts';
import { requireSameRights } from './limit.ts';
import type { Step } from './step.ts';

export type RecheckOptions = {
  readonly authentication: Pick<Authentication, 'admitted' | 'tokenHashOf'>;
  readonly access: Pick<Access, 'recheck'>;
  readonly log: Pick<AuditLog, 'storeNow'>;
};

/**
 * Checks access again after a report is read, uncached, and stores the audit record: a report must not leave after a
 * revocation or a transfer that happened during the read, nor without its record.
 */
export function recheckBeforeSending({ authentication, access, log }: RecheckOptions): Step {
  return async (context, next) => {
    await next();
    const { state } = context;
    const { credential, locationId } = state;
    const tokenHash = authentication.tokenHashOf(context.req) ?? '';
    const { holder, mayRead } = await state.traced('recheck access', MONGODB_READ, () =>
      access.recheck({ tokenHash, credential, locationId }),
    );
    const { credential: now } = authentication.admitted(state, holder);
    requireSameRights(state, now);
    if (!mayRead) throw locationRefused();
    // The record must not claim a report that the client does not get.
    state.throwIfEnded();
    state.isAudited = true;
    await log.storeNow(state.record(200, null));
  };
}
