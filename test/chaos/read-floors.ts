import { compareSlots, type Slot } from '@fundlens/read-models/slot';
import type { Entity, KnownStates } from './known-states.ts';

/** What has been read of each entity: a later answer must not be an earlier state. */
export type ReadFloors = {
  /** The state that an answer to a question asked now must have reached; null: any. */
  of(entity: Entity): Slot | null;
  /** Takes an answer to a question that was asked when the floor was `floor`. */
  read(entity: Entity, data: unknown, floor: Slot | null): void;
  /** Answers that were compared with a floor. */
  readonly compared: number;
  /** Answers of states that are older than one that was read before, one line each. */
  readonly stale: readonly string[];
};

const MOST_STALE = 50;

/** Several states may read alike: an answer is stale only when all that it can be are older than all that was read. */
export function createReadFloors(known: Pick<KnownStates, 'statesLike'>): ReadFloors {
  const floors = new Map<string, Slot>();
  const stale: string[] = [];
  let compared = 0;
  return {
    stale,
    get compared() {
      return compared;
    },
    of: ({ target }) => floors.get(target) ?? null,
    read(entity, data, floor) {
      const states = known.statesLike(entity, data)?.toSorted(compareSlots) ?? null;
      if (states === null) return;
      const [lowest, highest] = [states[0], states.at(-1)];
      if (floor !== null) {
        compared += 1;
        // What was never so is said elsewhere; absence needs no event to be so at first, but it does not come back.
        const isGone = highest === undefined && data === null;
        const isOlder = highest !== undefined && compareSlots(highest, floor) < 0;
        if ((isGone || isOlder) && stale.length < MOST_STALE)
          stale.push(`GET ${entity.target}: older than one read before`);
      }
      const present = floors.get(entity.target);
      if (lowest !== undefined && (present === undefined || compareSlots(lowest, present) > 0)) {
        floors.set(entity.target, lowest);
      }
    },
  };
}
