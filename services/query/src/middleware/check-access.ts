import type { IncomingMessage } from 'node:http';
import type { SpanOptions } from '@fundlens/runtime/tracing';
import { companyRefused, locationRefused, tooManyLocations, unauthorized } from '../api-error.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { MAX_COMPANY_LOCATIONS } from '../credentials/access-state.ts';
import type { Access, Holder } from '../credentials/access.ts';
import { createPresentedTokens } from '../credentials/bearer-token.ts';
import type { Caller } from '../routes/route.ts';
import type { RequestState } from './request-state.ts';

export type AccessOptions = {
  readonly access: Pick<Access, 'authenticate' | 'canRead' | 'readableLocations' | 'check'>;
  readonly auditLog: Pick<AuditLog, 'count'>;
};

export type AccessChecks = ReturnType<typeof createAccessChecks>;

/** A read of MongoDB, or of what this process has read less than a second ago. Requests of one turn share reads. */
export const MONGODB_READ: SpanOptions = {
  kind: 'client',
  attributes: { 'db.system.name': 'mongodb', 'db.operation.name': 'find' },
};

/** Who asks, and which locations it may read: by access state of at most a second first, uncached before a read that matters. */
export function createAccessChecks({ access, auditLog }: AccessOptions) {
  const presented = createPresentedTokens();

  return {
    /** @throws ApiError 401 without the token of a valid credential, which the audit counts. */
    async authenticate(request: IncomingMessage, state: RequestState): Promise<Holder> {
      const tokenHash = presented.hashOf(request);
      const found = await state.traced('authenticate', MONGODB_READ, async () =>
        tokenHash === null ? { rejected: null } : await access.authenticate(tokenHash),
      );
      if (!('rejected' in found)) return found;
      auditLog.count(401, found.rejected?.credentialId ?? null);
      throw unauthorized();
    },

    /**
     * The locations that the request reads, all of which the credential may read: the one that it names, with
     * `scope=company` every one of the company, else none.
     * @throws ApiError 403 unless the credential may read the location; 400 for a company with too many.
     */
    async readable({ credential, company }: Holder, { locationId, scope }: Caller): Promise<readonly string[]> {
      if (locationId !== null) {
        if (await access.canRead(credential, locationId)) return [locationId];
        throw locationRefused();
      }
      if (!company.active) throw companyRefused();
      if (scope !== 'company') return [];
      const locationIds = await access.readableLocations(credential);
      if (locationIds === null) throw tooManyLocations(MAX_COMPANY_LOCATIONS);
      return locationIds;
    },

    /**
     * Whether all that was checked with cached state still holds. @returns the locations that may still be read.
     * @throws ApiError 401 or 403
     */
    async checkAgain(
      state: RequestState,
      { holder, required, caller, locationIds }: Checked,
    ): Promise<readonly string[]> {
      const refusal = await access.check({ holder, required, locationId: caller.locationId });
      if (refusal !== null) {
        // A rejected client must not see the limits either.
        if (refusal.status === 401) state.headers = {};
        throw refusal;
      }
      if (caller.scope !== 'company') return locationIds;
      const still = new Set(await access.readableLocations(holder.credential));
      // None that has come since: the freshness headers do not speak of it.
      return locationIds.filter((locationId) => still.has(locationId));
    },
  };
}

/** What was checked with state from the cache. */
type Checked = {
  readonly holder: Holder;
  /** Permissions. */
  readonly required: readonly string[];
  readonly caller: Caller;
  readonly locationIds: readonly string[];
};
