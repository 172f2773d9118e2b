import { companyRefused, locationRefused } from '../api-error.ts';
import type { Access } from '../credentials/access.ts';
import type { Caller, Holder } from './request-state.ts';
import type { Step } from './step.ts';

/** @throws ApiError 403 unless the credential may read the location. */
export type LocationCheck = (holder: Holder, caller: Caller) => Promise<void>;

export function createLocationCheck(access: Pick<Access, 'canRead'>): LocationCheck {
  return async ({ credential, company }, { locationId }) => {
    if (locationId === null) {
      if (!company.active) throw companyRefused();
    } else if (!(await access.canRead(credential, locationId))) {
      throw locationRefused();
    }
  };
}

/** **Invariant**: no data of a location is read before this step. */
export function checkLocation(check: LocationCheck): Step {
  return async ({ state }, next) => {
    await check(state.holder, state.caller);
    state.locationId = state.caller.locationId ?? '';
    await next();
  };
}
