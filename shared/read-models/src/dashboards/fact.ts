import { z } from 'zod';
import type { View } from '../definition.ts';
import type { DocumentId } from '../document.ts';
import type { Slots } from '../slot.ts';
import { stateView } from '../views.ts';
import { type Dimension, FIRST_STATE_DAY } from './dashboard-measures.ts';
import { utcDay } from './local-day.ts';

/** How much a fact contributes to each measure: integers, never negative, counts or cents. */
export type Amounts = { readonly [measure: string]: number };

/** Labels that the amounts are also counted by (`factLabel`); null: the entity states none. */
type FactLabels = { readonly [Name in Dimension]?: string | null };

/**
 * What an entity contributes to the dashboard: something that happened at an instant (epoch milliseconds), or something that is
 * so now, filed under one of the days that stand for state.
 */
export type Fact = { readonly amounts: Amounts; readonly by?: FactLabels } & (
  | { readonly at: number }
  | { readonly stateDay: number }
);

/** Adds what happened at an instant; without one it is in no window. */
export function addHappened(facts: Fact[], at: number | null, amounts: Amounts, by?: FactLabels): void {
  if (at !== null) facts.push(by === undefined ? { at, amounts } : { at, amounts, by });
}

/** The day that the fact is found by: its UTC day, or its state day. */
export function dayOfFact(fact: Fact): number {
  return 'at' in fact ? utcDay(fact.at) : fact.stateDay;
}

/** Spreads entities evenly over the first `days` state days, and each always to the same one (FNV-1a). */
export function stateDayOf(documentKey: string, days: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < documentKey.length; index += 1) {
    hash = Math.imul(hash ^ documentKey.charCodeAt(index), 0x01000193) >>> 0;
  }
  return FIRST_STATE_DAY + (hash % days);
}

/**
 * The days whose sums may differ between two states of a document: those left and those entered. Ascending. Both must list
 * their facts in the order of their slots' names, so that equal facts have equal text.
 */
export function daysChanged(before: readonly Fact[], after: readonly Fact[]): number[] {
  const [left, entered] = [Map.groupBy(before, dayOfFact), Map.groupBy(after, dayOfFact)];
  const isSame = (day: number) =>
    left.has(day) && entered.has(day) && JSON.stringify(left.get(day)) === JSON.stringify(entered.get(day));
  return [...new Set([...left.keys(), ...entered.keys()])].filter((day) => !isSame(day)).sort((a, b) => a - b);
}

/**
 * The facts of a document as a view of it, found by the field `days`. No API shows it; the dashboard is counted from it, and
 * a change of facts outdates the days that they leave and enter.
 * @param factsOf what slots contribute, in the order of their names.
 */
export function factsView(
  reads: Pick<View, 'reads' | 'readsLifeOf'>,
  factsOf: (slots: Slots, id: DocumentId) => readonly Fact[],
): View {
  /** Of changes that are not written yet: each asks several times. The writer's cache may keep their slots for long. */
  const known = new WeakMap<Slots, readonly Fact[]>();
  function state(slots: Slots, id: DocumentId): readonly Fact[] {
    const facts = known.get(slots) ?? factsOf(slots, id);
    known.set(slots, facts);
    return facts;
  }
  return stateView({
    name: 'facts',
    ...reads,
    state,
    body: z.array(z.looseObject({ amounts: z.record(z.string(), z.int().min(0)) })),
    fields: { names: ['days'], of: (shown) => ({ days: [...new Set(shown.map(dayOfFact))].sort((a, b) => a - b) }) },
    outdates(id, before, after) {
      const days = daysChanged(state(before, id), state(after, id));
      known.delete(after);
      return days;
    },
    text: (shown) => JSON.stringify(shown),
  });
}

/** The facts in the bytes of a `facts` view; none where a document has no such view. */
export function factsIn(view: Uint8Array | null): Fact[] {
  if (view === null) return [];
  return JSON.parse(Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString());
}
