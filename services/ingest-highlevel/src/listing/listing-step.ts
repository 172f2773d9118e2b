import { ID_PATTERN } from '@fundlens/contracts/field-rules';
import { MAX_ID_LENGTH } from '@fundlens/contracts/limits';
import { failureCode, failureKind, InvalidError } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import type { CrmClient } from '../crm-api/crm-client.ts';
import { type EntityRef, entityName } from '../entity-ref.ts';
import type { Source } from '../mapping/source-fields.ts';
import type { MappingContext } from '../mapping/entity-mapping.ts';
import type { Observation } from '../versioning/crm-state.ts';
import { workAtOnce } from './at-once.ts';
import { type ListedKind, type ListingPlace, observationsOf, readListedPage } from './listing-page.ts';
import type { Outcome } from './tally.ts';
import type { Step } from './walk.ts';

/** Twice the connections to MongoDB: while some entities wait for Kafka, others use them. */
export const OBSERVED_AT_ONCE = 32;

export type ListingStepOptions = {
  readonly client: CrmClient;
  readonly locationId: string;
  readonly clock: () => number;
  readonly onCut: MappingContext['onCut'];
  /** What becomes of one look at an entity. */
  readonly observe: (observation: Observation) => Promise<Outcome>;
  /** What else an entity names that has to be read, e.g. who has the app installed in a location. */
  readonly related: (ref: EntityRef, source: Source) => readonly EntityRef[];
  readonly readBack: (ref: EntityRef) => Promise<Outcome>;
  readonly logger: Logger;
};

/** A step of a listing, with the ids of the entities that it has shown. */
export type ListingStep = Step<ListingPlace> & { readonly kind: ListedKind; readonly ids: readonly string[] };

/** Steps that read one page each and hand every entity of it on. */
export function createListingStep(options: ListingStepOptions): (place: ListingPlace) => Promise<ListingStep> {
  const { client, locationId, clock, onCut, observe, related, readBack, logger } = options;
  return async (place) => {
    const page = await readListedPage(client, locationId, place, clock);
    const observations = observationsOf(locationId, page, onCut);
    const outcomes = await workAtOnce(observations, OBSERVED_AT_ONCE, (observation) =>
      orRefused(observation, async () => observe(withValidId(observation)), logger),
    );
    const others = observations.flatMap(({ ref }, index) => related(ref, page.entities[index] ?? {}));
    for (const ref of others) outcomes.push(await orRefused({ ref }, () => readBack(ref), logger));
    return { kind: page.kind, outcomes, ids: observations.map(({ ref }) => ref.id), next: page.next };
  };
}

function withValidId(observation: Observation): Observation {
  const { id } = observation.ref;
  if (id.length <= MAX_ID_LENGTH && ID_PATTERN.test(id)) return observation;
  throw new InvalidError('id_invalid', `id: must be an id of at most ${MAX_ID_LENGTH} characters`, { field: 'id' });
}

/**
 * What the contract refuses, or what HighLevel does not let us read, is named and counted, and does not hold up the others;
 * every other failure ends the step.
 */
export async function orRefused(
  { ref }: Pick<Observation, 'ref'>,
  work: () => Promise<Outcome>,
  logger: Logger,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    const code = failureCode(error);
    const isUnreadable = code === 'crm_unreadable';
    if (failureKind(error) !== 'invalid' && !isUnreadable) throw error;
    logger.warn({ entity: entityName(ref), code }, 'an entity of the CRM cannot be published');
    return isUnreadable ? 'unconfirmed' : 'refused';
  }
}
