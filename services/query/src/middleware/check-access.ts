import type { AuditLog } from '../audit/audit-log.ts';
import type { Access } from '../credentials/access.ts';
import { MONGODB_READ } from './authenticate.ts';
import type { RequestState } from './request-state.ts';
import type { Step } from './step.ts';

export type AccessCheck = Pick<Access, 'check' | 'readableLocations'>;

/** Access may have ended since it was checked with cached state: asked after every wait. @throws ApiError 401 or 403 */
export async function checkAccess(access: AccessCheck, state: RequestState): Promise<void> {
  const { holder, required, caller } = state;
  const request = { holder, required, locationId: caller.locationId };
  const refusal = await state.traced('check access', MONGODB_READ, () => access.check(request));
  if (refusal !== null) {
    // A rejected client must not see the limits either.
    if (refusal.status === 401) state.headers = {};
    throw refusal;
  }
  if (caller.scope !== 'company') return;
  const readable = new Set(await access.readableLocations(holder.credential));
  // None that has come since: the freshness headers do not speak of it.
  state.locationIds = state.locationIds.filter((locationId) => readable.has(locationId));
}

/** For reports: the last step before the read. */
export function accessChecked(access: AccessCheck): Step {
  return async ({ state }, next) => {
    await checkAccess(access, state);
    await next();
  };
}

/** For reports: the audit says that it is sent before it is sent. */
export function auditedFirst(log: Pick<AuditLog, 'storeNow'>): Step {
  return async ({ state }, next) => {
    await next();
    // The record must not claim a report that the client does not get.
    state.throwIfEnded();
    state.isAudited = true;
    await log.storeNow(state.record(200, null));
  };
}
