import { createKeyedMutex } from '@fundlens/runtime/keyed-mutex';
import { type EntityRef, entityName } from '../entity-ref.ts';
import type { Observation } from './crm-state.ts';
import type { ObservationOutcome } from './observation-outcome.ts';
import { StatePublisher, type StatePublisherOptions } from './state-publisher.ts';

/** Turns what is seen of the CRM into events whose versions never put an older state over a newer one. */
export type EntityPublisher = {
  /**
   * @throws RetryableError when Kafka, MongoDB or HighLevel is away: nothing is lost, the caller repeats. InvalidError when the
   *   contract refuses the event.
   */
  observe(observation: Observation): Promise<ObservationOutcome>;
  /** Reads the entity and publishes what differs: for what a comparison finds missing, different or gone. */
  readBack(ref: EntityRef): Promise<ObservationOutcome>;
};

export function createEntityPublisher(options: StatePublisherOptions): EntityPublisher {
  const publisher = new StatePublisher(options);
  const oneByOne = createKeyedMutex();
  // The swap keeps it right between instances; within one, waiting saves reads: the second webhook of a change sees what the
  // first one read.
  return {
    observe: (observation) => oneByOne([entityName(observation.ref)], () => publisher.observe(observation)),
    readBack: (ref) => oneByOne([entityName(ref)], () => publisher.read(ref, null)),
  };
}
