import { failureCode, failureKind } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import type { CrmClient } from '../crm-api/crm-client.ts';
import { entityName } from '../entity-ref.ts';
import type { MappingContext } from '../mapping/entity-mapping.ts';
import type { Observation } from '../versioning/crm-state.ts';
import { workAtOnce } from './at-once.ts';
import { type ListedKind, type ListingPlace, observationsOf, readListedPage } from './listing-page.ts';
import type { Outcome } from './tally.ts';
import type { Step } from './walk.ts';

/** Enough to hide the round trips to MongoDB and Kafka; webhooks keep most of both. */
export const OBSERVED_AT_ONCE = 16;

export type ListingStepOptions = {
  readonly client: CrmClient;
  readonly locationId: string;
  readonly clock: () => number;
  readonly onCut: MappingContext['onCut'];
  /** What becomes of one look at an entity. */
  readonly observe: (observation: Observation) => Promise<Outcome>;
  readonly logger: Logger;
};

/** A step of a listing, with the ids of the entities that it has shown. */
export type ListingStep = Step<ListingPlace> & { readonly kind: ListedKind; readonly ids: readonly string[] };

/** Steps that read one page each and hand every entity of it on. */
export function createListingStep(options: ListingStepOptions): (place: ListingPlace) => Promise<ListingStep> {
  const { client, locationId, clock, onCut, observe, logger } = options;
  return async (place) => {
    const page = await readListedPage(client, locationId, place, clock);
    const observations = observationsOf(locationId, page, onCut);
    const outcomes = await workAtOnce(observations, OBSERVED_AT_ONCE, (observation) =>
      orRefused(observation, () => observe(observation), logger),
    );
    return { kind: page.kind, outcomes, ids: observations.map(({ ref }) => ref.id), next: page.next };
  };
}

/** What the contract refuses is named and counted, and does not hold up the others; every other failure ends the step. */
export async function orRefused(
  { ref }: Pick<Observation, 'ref'>,
  work: () => Promise<Outcome>,
  logger: Logger,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (failureKind(error) !== 'invalid') throw error;
    logger.warn({ entity: entityName(ref), code: failureCode(error) }, 'the contract refuses an entity of the CRM');
    return 'refused';
  }
}
