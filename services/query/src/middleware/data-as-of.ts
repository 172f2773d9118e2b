import type { ReadModelName } from '@fundlens/read-models/definition';
import type { ResponseFreshness } from '../freshness/response-freshness.ts';
import { MONGODB_READ } from './authenticate.ts';
import { type AccessCheck, checkAccess } from './check-access.ts';
import type { QuotaSubjects } from '../quota/quota-subject.ts';
import type { RequestState } from './request-state.ts';
import { type Step, withFacts } from './step.ts';

export type DataAsOfOptions = {
  readonly access: AccessCheck;
  readonly freshness: ResponseFreshness;
  readonly quotaSubjectOf: QuotaSubjects;
};

/** Waits until the read models have the positions that the client names, then sets the freshness headers. */
export function dataAsOf(options: DataAsOfOptions, reads: readonly ReadModelName[]): Step {
  const { freshness } = options;
  return withFacts(
    async ({ state }, next) => {
      if (state.positions.length > 0)
        await state.traced('wait for position', {}, () => waitForPositions(options, reads, state));
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
  { freshness, quotaSubjectOf, access }: DataAsOfOptions,
  reads: readonly ReadModelName[],
  state: RequestState,
): Promise<void> {
  const { positions, caller, signal } = state;
  const { credential, company } = state.holder;
  const { bucket } = quotaSubjectOf(credential, company);
  const status = await freshness.waitForPositions({ positions, reads, ...caller, bucket, signal });
  await checkAccess(access, state);
  Object.assign(state.headers, status);
}
