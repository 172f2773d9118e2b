import { compareSlots, type Slot } from '@fundlens/read-models/slot';

/**
 * What became of one state in its slot:
 *
 * - shown: it is what the slot holds
 * - replaced: it was what the slot held, until a higher one came
 * - outranked: a higher one was there before it or, where `wasApplied` is null, before or after it
 * - duplicate: the same state was there before it
 * - not_applied: the slot should hold it, or a higher one, and does not
 */
export type SlotVerdict = {
  readonly outcome: 'shown' | 'replaced' | 'outranked' | 'duplicate' | 'not_applied';
  /** Whether the slot held it for a time; null: records before it are not known. */
  readonly wasApplied: boolean | null;
  /** The record that outranks it, or of which it is a duplicate; null where that was not read. */
  readonly by: number | null;
};

/** A state that a record brought to the slot. */
export type Arrival = {
  /** Names the record in the verdicts. */
  readonly record: number;
  /** Without the time of `/changes`, which decides nothing. */
  readonly state: Slot;
  /** Epoch milliseconds: its append time or, of a replayed dead letter, the time of its replay. */
  readonly arrivedAt: number;
  /** Whether everything that its partition had before is among the arrivals. */
  readonly afterAll: boolean;
};

/**
 * What became of each of `arrivals`, given in the order in which they came, all of one slot, by what the slot holds now.
 * Follows from the total order of states alone, so it does not matter how the engine batched, repeated or reordered them.
 */
export function slotVerdicts(arrivals: readonly Arrival[], stored: Slot | null): Map<number, SlotVerdict> {
  const verdicts = new Map<number, SlotVerdict>();
  const seen: Arrival[] = [];
  let highest: Arrival | null = null;
  for (const [index, arrival] of arrivals.entries()) {
    const before = { same: seen.find(({ state }) => compareSlots(state, arrival.state) === 0) ?? null, highest };
    verdicts.set(arrival.record, verdictOf(arrival, { before, later: () => arrivals.slice(index + 1), stored }));
    seen.push(arrival);
    if (highest === null || compareSlots(arrival.state, highest.state) > 0) highest = arrival;
  }
  return verdicts;
}

type Around = {
  readonly before: { readonly same: Arrival | null; readonly highest: Arrival | null };
  readonly later: () => readonly Arrival[];
  readonly stored: Slot | null;
};

function verdictOf(arrival: Arrival, { before, later, stored }: Around): SlotVerdict {
  const { state, afterAll } = arrival;
  const toStored = stored === null ? 1 : compareSlots(state, stored);
  if (toStored > 0 || stored === null) return { outcome: 'not_applied', wasApplied: false, by: null };
  if (before.same !== null) return { outcome: 'duplicate', wasApplied: false, by: before.same.record };
  if (toStored === 0) {
    return isLaterCopy(arrival, stored)
      ? { outcome: 'duplicate', wasApplied: false, by: null }
      : { outcome: 'shown', wasApplied: true, by: null };
  }
  const { highest } = before;
  if (highest !== null && compareSlots(highest.state, state) > 0) {
    return { outcome: 'outranked', wasApplied: false, by: highest.record };
  }
  const higher = later().find((other) => compareSlots(other.state, state) > 0)?.record ?? null;
  return afterAll
    ? { outcome: 'replaced', wasApplied: true, by: higher }
    : { outcome: 'outranked', wasApplied: null, by: higher };
}

/** A slot keeps the earliest append time of its state, unless a write out of the log's order has set another one. */
function isLaterCopy({ arrivedAt }: Arrival, { at, late }: Slot): boolean {
  return at !== undefined && late !== true && arrivedAt > at;
}
