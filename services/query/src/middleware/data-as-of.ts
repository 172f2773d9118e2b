import type { ReadModelName } from '@fundlens/read-models/definition';
import type { ResponseFreshness } from '../freshness/response-freshness.ts';
import type { Authentication } from './authenticate.ts';
import type { LocationCheck } from './check-location.ts';
import { requireSamePermissions } from './limit.ts';
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
      if (state.positions.length > 0) await waitForPositions(options, reads, context);
      Object.assign(state.headers, await freshness.headers(reads, state.locationIds));
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
  requireSamePermissions(state, holder.credential);
  Object.assign(state.headers, status);
  await checkLocation(holder, caller);
}
