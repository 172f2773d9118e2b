import type { ReadModelName } from '@fundlens/read-models/definition';
import { locationRefused } from '../api-error.ts';
import type { Access } from '../credentials/access.ts';
import type { ResponseFreshness } from '../freshness/response-freshness.ts';
import { MONGODB_READ, type Authentication } from './authenticate.ts';
import type { LocationCheck } from './check-location.ts';
import { requireSameRights } from './limit.ts';
import type { QuotaSubjects } from '../quota/quota-subject.ts';
import { type ApiContext, type Step, withFacts } from './step.ts';

export type AccessChecks = {
  readonly access: Pick<Access, 'recheck'>;
  readonly authentication: Pick<Authentication, 'admitted' | 'tokenHashOf'>;
  readonly checkLocation: LocationCheck;
};

export type DataAsOfOptions = AccessChecks & {
  readonly freshness: ResponseFreshness;
  readonly quotaSubjectOf: QuotaSubjects;
};

/** Waits until the read models have the positions that the client names, then sets the freshness headers. */
export function dataAsOf(options: DataAsOfOptions, reads: readonly ReadModelName[]): Step {
  const { freshness } = options;
  return withFacts(
    async (context, next) => {
      const { state } = context;
      if (state.positions.length > 0)
        await state.traced('wait for position', {}, () => waitForPositions(options, reads, context));
      const headers = await state.traced('freshness', MONGODB_READ, () => freshness.headers(reads, state.locationIds));
      Object.assign(state.headers, headers);
      state.throwIfEnded();
      await next();
    },
    { reads },
  );
}

/** Access may end during the wait, so it is checked again afterwards. */
async function waitForPositions(
  { freshness, quotaSubjectOf, ...checks }: DataAsOfOptions,
  reads: readonly ReadModelName[],
  context: ApiContext,
): Promise<void> {
  const { state } = context;
  const { positions, caller, signal } = state;
  const { credential, company } = state.holder;
  const { bucket } = quotaSubjectOf(credential, company);
  const status = await freshness.waitForPositions({ positions, reads, ...caller, bucket, signal });
  await checkAgain(checks, context);
  Object.assign(state.headers, status);
}

/**
 * After a wait, in which access may have ended: uncached, because a wait may be shorter than a cached state is kept.
 * @throws ApiError 401 or 403
 */
export async function checkAgain(
  { access, authentication, checkLocation }: AccessChecks,
  { req, state }: ApiContext,
): Promise<void> {
  const { caller, credential } = state;
  const tokenHash = authentication.tokenHashOf(req) ?? '';
  const found = await access.recheck({ tokenHash, credential, locationId: caller.locationId ?? '' });
  const holder = authentication.admitted(state, found.holder);
  requireSameRights(state, holder.credential);
  if (caller.locationId !== null) {
    if (!found.mayRead) throw locationRefused();
    return;
  }
  const readable = new Set(await checkLocation(holder, caller));
  // None that has come since: the freshness headers do not speak of it.
  state.locationIds = state.locationIds.filter((locationId) => readable.has(locationId));
}
