import type { EntityRef } from '../entity-ref.ts';
import type { Observation } from './crm-state.ts';

/**
 * What became of an observation; in each case the log holds the observed state or a newer one.
 * - `published`: as it was observed.
 * - `unchanged`: the log has the same content already.
 * - `older`: the log has a newer state.
 * - `read`: the order was in doubt; the entity was read back, and what the API said was published or was there already.
 * - `unconfirmed`: the order was in doubt and the API is not open to us; the latest by its instants was taken.
 */
export type ObservationOutcome = 'published' | 'unchanged' | 'older' | 'read' | 'unconfirmed';

/** Turns what is seen of the CRM into events whose versions never put an older state over a newer one (ADR 0044). */
export type EntityPublisher = {
  /**
   * @throws RetryableError when Kafka, MongoDB or HighLevel is away: nothing is lost, the caller repeats. InvalidError when the
   *   contract refuses the event.
   */
  observe(observation: Observation): Promise<ObservationOutcome>;
  /** Reads the entity and publishes what differs: for what a comparison finds missing, different or gone. */
  readBack(ref: EntityRef): Promise<ObservationOutcome>;
};
