import { z } from 'zod';
import { createListingStep, type ListingStepOptions } from '../listing/listing-step.ts';
import { FIRST_PLACE, listingPlaceSchema } from '../listing/listing-page.ts';
import type { ListedIds } from '../listing/listed-ids.ts';
import type { Step } from '../listing/walk.ts';
import type { ClaimedWalk } from '../listing/walk-record.ts';
import type { EntityStates } from '../versioning/entity-state.ts';
import { createUnlistedStep, FIRST_UNLISTED, unlistedPlaceSchema } from './unlisted-step.ts';

/** A sweep first looks at everything that is listed, then for what is not listed any more. */
export const sweepPlaceSchema = z.union([
  z.strictObject({ part: z.literal('listing'), at: listingPlaceSchema }),
  z.strictObject({ part: z.literal('unlisted'), at: unlistedPlaceSchema }),
]);
export type SweepPlace = z.infer<typeof sweepPlaceSchema>;

export const FIRST_SWEEP_PLACE: SweepPlace = { part: 'listing', at: FIRST_PLACE };

export type SweepOptions = Omit<ListingStepOptions, 'locationId'> & {
  readonly states: Pick<EntityStates, 'list'>;
  readonly listedIds: ListedIds;
  readonly maxUnlisted: number;
};

/** The steps of one sweep of a location. */
export function createSweepStep(
  { locationId, startedAt }: Pick<ClaimedWalk<SweepPlace>, 'locationId' | 'startedAt'>,
  { states, listedIds, maxUnlisted, readBack, observe, ...options }: SweepOptions,
): (place: SweepPlace) => Promise<Step<SweepPlace>> {
  const run = { locationId, startedAt };
  const listing = createListingStep({ ...options, locationId, observe, readBack });
  const unlisted = createUnlistedStep({
    ...{ locationId, states, maxUnlisted, readBack, logger: options.logger },
    listed: (kind, ids) => listedIds.among(run, kind, ids),
  });
  return async (place) => {
    if (place.part === 'unlisted') {
      const { next, ...step } = await unlisted(place.at);
      return { ...step, next: next === null ? null : { part: 'unlisted', at: next } };
    }
    const { next, ...step } = await listing(place.at);
    await listedIds.add(run, step.kind, step.ids);
    if (next !== null) return { ...step, next: { part: 'listing', at: next } };
    await listedIds.forget(locationId, startedAt);
    return { ...step, next: { part: 'unlisted', at: FIRST_UNLISTED } };
  };
}
