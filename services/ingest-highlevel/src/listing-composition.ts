import { randomUUID } from 'node:crypto';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createDryObservation } from './backfill/dry-observation.ts';
import type { IngestConfig } from './config.ts';
import type { CrmClient } from './crm-api/crm-client.ts';
import { createListedIdsStore } from './listing/listed-ids-store.ts';
import { type ListingPlace, listingPlaceSchema } from './listing/listing-page.ts';
import { createListingStep, type ListingStepOptions } from './listing/listing-step.ts';
import { createWalkStore, WALK_LEASE_MS } from './listing/walk-store.ts';
import type { WalkRecords } from './listing/walk-record.ts';
import type { EntityRef } from './entity-ref.ts';
import type { MappingContext } from './mapping/entity-mapping.ts';
import type { Metrics } from './metrics.ts';
import { knownLocations } from './reconciliation/known-locations-store.ts';
import { createSweepStep, sweepPlaceSchema } from './reconciliation/sweep.ts';
import { createSweepMetrics } from './reconciliation/sweep-metrics.ts';
import { createSweeper } from './reconciliation/sweeper.ts';
import type { DigestContent } from './versioning/digest.ts';
import type { EntityPublisher } from './versioning/entity-publisher.ts';
import type { EntityStates } from './versioning/entity-state.ts';

/** Less than the socket's limit, so that MongoDB says why. */
const MONGO_OPERATION_MS = 3_000;
/** A lease survives two renewals that fail. */
const RENEW_MS = WALK_LEASE_MS / 3;
/** After a sweep that failed. */
const SWEEP_RETRY_MS = 30 * 60_000;
const HOUR_MS = 3_600_000;

type Parts = {
  readonly db: Parameters<typeof createListedIdsStore>[0];
  readonly states: EntityStates;
  readonly digest: DigestContent;
  readonly client: CrmClient | null;
  readonly bulkPublisher: (onPublished: (events: readonly { readonly type: string }[]) => void) => EntityPublisher;
  readonly context: Pick<MappingContext, 'onCut'>;
  readonly logger: Logger;
};

/** The part that compares locations with HighLevel's API; none where the API is not open, or no interval is set. */
export function createSweeps(config: IngestConfig, parts: Parts & { readonly metrics: Metrics }): Component[] {
  const { db, states, client, bulkPublisher, logger } = parts;
  if (client === null || config.SWEEP_INTERVAL_HOURS === 0) return [];
  const limits = { maxTimeMs: MONGO_OPERATION_MS };
  const metrics = createSweepMetrics(parts.metrics.registry, Date.now);
  const publisher = bulkPublisher(metrics.onPublished);
  const listedIds = createListedIdsStore(db, limits);
  const common = { ...listingOptions(config, { ...parts, client, publisher }), states, listedIds };
  return [
    createSweeper({
      records: createWalkStore(db, { ...limits, placeSchema: sweepPlaceSchema, owner: randomUUID(), clock: Date.now }),
      locations: () => knownLocations(db, limits),
      stepOf: (claimed) => createSweepStep(claimed, { ...common, maxUnlisted: config.SWEEP_MAX_UNLISTED }),
      schedule: { intervalMs: config.SWEEP_INTERVAL_HOURS * HOUR_MS, retryMs: SWEEP_RETRY_MS },
      ...{ atOnce: config.SWEEPS_AT_ONCE, renewMs: RENEW_MS, clock: Date.now, logger },
      ...{ onFigures: metrics.onFigures, onOutcomes: metrics.onOutcomes },
    }),
  ];
}

export type BackfillParts = {
  readonly records: WalkRecords<ListingPlace>;
  readonly renewMs: number;
  /** The steps of a backfill of the location. Dry: they say what would be done, and write nothing. */
  readonly stepOf: (locationId: string, dry: boolean) => ReturnType<typeof createListingStep>;
};

export function createBackfillParts(
  config: IngestConfig,
  parts: Parts & { readonly client: CrmClient },
): BackfillParts {
  const { db, states, digest, bulkPublisher } = parts;
  const publisher = bulkPublisher(() => undefined);
  const options = listingOptions(config, { ...parts, publisher });
  const dry = { observe: createDryObservation(states, digest), related: () => [] };
  return {
    records: createWalkStore(db, {
      ...{ placeSchema: listingPlaceSchema, owner: randomUUID(), clock: Date.now, maxTimeMs: MONGO_OPERATION_MS },
    }),
    renewMs: RENEW_MS,
    stepOf: (locationId, isDry) => createListingStep({ ...options, ...(isDry ? dry : {}), locationId }),
  };
}

function listingOptions(
  config: IngestConfig,
  { client, context, logger, publisher }: Parts & { readonly client: CrmClient; readonly publisher: EntityPublisher },
): Omit<ListingStepOptions, 'locationId'> {
  const readsAccess = config.PUBLISH_ACCESS && config.HIGHLEVEL_APP_ID !== undefined;
  return {
    ...{
      client,
      clock: Date.now,
      onCut: context.onCut,
      observe: publisher.observe,
      readBack: publisher.readBack,
      logger,
    },
    related: (ref, source) => (readsAccess ? accessOf(ref, source) : []),
  };
}

/** The company that a location names, and its installation there. */
function accessOf({ kind, locationId }: EntityRef, source: Readonly<Record<string, unknown>>): EntityRef[] {
  const { companyId } = source;
  if (kind !== 'location' || typeof companyId !== 'string' || companyId === '') return [];
  return [
    { kind: 'company', locationId: null, id: companyId },
    { kind: 'installation', locationId, id: companyId },
  ];
}
