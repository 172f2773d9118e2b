import { companyRefused, locationRefused, tooManyLocations } from '../api-error.ts';
import { MAX_COMPANY_LOCATIONS } from '../credentials/access-state.ts';
import type { Access, Holder } from '../credentials/access.ts';
import { MONGODB_READ } from './authenticate.ts';
import type { Caller } from './request-state.ts';
import type { Step } from './step.ts';

/**
 * The locations that the request reads, all of which the credential may read: the one that it names, with `scope=company`
 * every one of the company, else none.
 * @throws ApiError 403 unless the credential may read the location; 400 for a company with too many.
 */
export type LocationCheck = (holder: Holder, caller: Caller) => Promise<readonly string[]>;

export function createLocationCheck(access: Pick<Access, 'canRead' | 'readableLocations'>): LocationCheck {
  return async ({ credential, company }, { locationId, scope }) => {
    if (locationId !== null) {
      if (await access.canRead(credential, locationId)) return [locationId];
      throw locationRefused();
    }
    if (!company.active) throw companyRefused();
    if (scope !== 'company') return [];
    const locationIds = await access.readableLocations(credential);
    if (locationIds === null) throw tooManyLocations(MAX_COMPANY_LOCATIONS);
    return locationIds;
  };
}

/** **Invariant**: no data of a location is read before this step. */
export function checkLocation(check: LocationCheck): Step {
  return async ({ state }, next) => {
    state.locationIds = await state.traced('check location', MONGODB_READ, () => check(state.holder, state.caller));
    state.locationId = state.caller.locationId ?? '';
    await next();
  };
}
