import type { ReadModelName } from '@fundlens/read-models/definition';
import type { AsOf } from '../freshness/as-of.ts';
import type { PositionWaits } from '../freshness/position-waits.ts';
import { MONGODB_READ } from './authenticate.ts';
import { type AccessCheck, checkAccess } from './check-access.ts';
import type { QuotaSubjects } from '../quota/quota-subject.ts';
import type { RequestState } from './request-state.ts';
import { type Step, withFacts } from './step.ts';

/** What answers say of how fresh they are. */
export type Freshness = { readonly asOf: Pick<AsOf, 'of'>; readonly waits: Pick<PositionWaits, 'wait'> };

export type DataAsOfOptions = {
  readonly access: AccessCheck;
  readonly freshness: Freshness;
  readonly quotaSubjectOf: QuotaSubjects;
};

/** Waits until the read models have the positions that the client names, then sets the freshness headers. */
export function dataAsOf(options: DataAsOfOptions, reads: readonly ReadModelName[]): Step {
  const { freshness } = options;
  return withFacts(
    async ({ state }, next) => {
      if (state.positions.length > 0)
        await state.traced('wait for position', {}, () => waitForPositions(options, reads, state));
      state.asOf = await state.traced('freshness', MONGODB_READ, () => freshness.asOf.of(reads, state.locationIds));
      if (state.asOf !== null) state.headers['X-Data-As-Of'] = new Date(state.asOf).toISOString();
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
  const { locationId, companyId } = caller;
  const statuses = await freshness.waits.wait({ positions, reads, locationId, companyId, bucket, signal });
  await checkAccess(access, state);
  state.headers['X-Position-Status'] = statuses.join(', ');
}
