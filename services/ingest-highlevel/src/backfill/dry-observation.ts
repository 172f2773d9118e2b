import type { Outcome } from '../listing/tally.ts';
import type { Observation } from '../versioning/crm-state.ts';
import type { DigestContent } from '../versioning/digest.ts';
import type { EntityStates } from '../versioning/entity-state.ts';
import { type Decision, decide } from '../versioning/order.ts';

const OUTCOMES: Readonly<Record<Decision, Outcome>> = {
  publish: 'published',
  touch: 'unchanged',
  drop: 'older',
  read: 'read',
};

/** What would become of a look at an entity, as far as it can be told without reading the entity back. */
export function createDryObservation(states: Pick<EntityStates, 'load'>, digest: DigestContent) {
  return async (observation: Observation): Promise<Outcome> => {
    const state = await states.load(observation.ref);
    return OUTCOMES[decide(state, { observation, digest: digest(observation.content) })];
  };
}
