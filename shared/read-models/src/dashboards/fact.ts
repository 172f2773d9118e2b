import { FIRST_STATE_DAY, STATE_DAYS } from './dashboard-measures.ts';
import { utcDay } from './local-day.ts';

/** How much a fact contributes to each measure: integers, never negative, counts or cents. */
export type Amounts = { readonly [measure: string]: number };

/** What an entity contributes to the dashboard: something that happened at an instant (epoch milliseconds), … */
export type InstantFact = { readonly at: number; readonly amounts: Amounts };
/** … or something that is so now, filed under one of the days that stand for state. */
export type StateFact = { readonly stateDay: number; readonly amounts: Amounts };
export type Fact = InstantFact | StateFact;

/** The day that the fact is found by: its UTC day, or its state day. */
export function dayOfFact(fact: Fact): number {
  return 'at' in fact ? utcDay(fact.at) : fact.stateDay;
}

/** Spreads entities evenly over the state days, and each always to the same one (FNV-1a). */
export function stateDayOf(documentKey: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < documentKey.length; index += 1) {
    hash = Math.imul(hash ^ documentKey.charCodeAt(index), 0x01000193) >>> 0;
  }
  return FIRST_STATE_DAY + (hash % STATE_DAYS);
}

/** The days on which `facts` are, ascending, each once. */
export function daysOf(facts: readonly Fact[]): number[] {
  return [...new Set(facts.map(dayOfFact))].sort((a, b) => a - b);
}

/** The days whose sums differ between two states of a document: those left and those entered. Ascending. */
export function daysChanged(before: readonly Fact[], after: readonly Fact[]): number[] {
  const [left, entered] = [contentByDay(before), contentByDay(after)];
  const days = new Set([...left.keys(), ...entered.keys()]);
  return [...days].filter((day) => left.get(day) !== entered.get(day)).sort((a, b) => a - b);
}

function contentByDay(facts: readonly Fact[]): Map<number, string> {
  const byDay = Map.groupBy(facts, dayOfFact);
  return new Map([...byDay].map(([day, members]) => [day, members.map(factText).sort().join('\n')]));
}

/** Equal facts in equal order, whatever order they came in. */
export function inFixedOrder(facts: readonly Fact[]): Fact[] {
  const texts = new Map(facts.map((fact) => [fact, factText(fact)]));
  return facts.toSorted((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
}

/** Equal facts have equal text, in whatever order their amounts were written. */
function factText(fact: Fact): string {
  const amounts = Object.entries(fact.amounts).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(['at' in fact ? fact.at : fact.stateDay, amounts]);
}
