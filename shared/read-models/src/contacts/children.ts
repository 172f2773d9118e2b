import { newestFirst } from '../list-key.ts';
import { type Child, childSlots, type SlotKind, type Slots, type SlotValue } from '../slot.ts';
import { PLAN, REPORT, RESULT } from './slots.ts';

/** Design §2: of a contact's reports, results and plans the newest 500 of each are shown, more than any person has. */
export const MAX_CHILDREN = 500;

export const newestReports = (slots: Slots) => newest(slots, REPORT, ({ pulledAt }) => pulledAt);
export const newestResults = (slots: Slots) => newest(slots, RESULT, ({ evaluatedAt }) => evaluatedAt);
export const newestPlans = (slots: Slots) => newest(slots, PLAN, ({ createdAt }) => createdAt);

/**
 * The live children of one kind, newest first, then by id, without an instant last: the order of list keys, so that
 * "the latest report" is the same one here and in a query for it.
 */
function newest<Value extends SlotValue>(
  slots: Slots,
  kind: SlotKind<Value>,
  instantOf: (value: Value) => number | null,
): Child<Value>[] {
  return childSlots(slots, kind)
    .map((child) => ({ child, listKey: newestFirst(instantOf(child.value), child.id) }))
    .sort((a, b) => (a.listKey < b.listKey ? -1 : 1))
    .slice(0, MAX_CHILDREN)
    .map(({ child }) => child);
}
