import type { ReadModelName } from '@fundlens/read-models/definition';
import type { ResponseFreshness } from '../freshness/response-freshness.ts';
import { MONGODB_READ, type Authentication } from './authenticate.ts';
import type { LocationCheck } from './check-location.ts';
import { requireSameRights } from './limit.ts';
import { type ApiContext, type Step, withFacts } from './step.ts';

export type DataAsOfOptions = {
  readonly freshness: ResponseFreshness;
  readonly authentication: Authentication;
  readonly checkLocation: LocationCheck;
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
  { freshness, authentication, checkLocation }: DataAsOfOptions,
  reads: readonly ReadModelName[],
  context: ApiContext,
): Promise<void> {
  const { state } = context;
  const { positions, caller, signal } = state;
  const { credentialId } = state.credential;
  const status = await freshness.waitForPositions({ positions, reads, ...caller, credentialId, signal });
  const holder = await authentication.authenticate(context);
  requireSameRights(state, holder.credential);
  Object.assign(state.headers, status);
  await checkLocation(holder, caller);
}
