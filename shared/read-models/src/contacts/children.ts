import { newestFirst } from '../list-key.ts';
import { type Child, childSlots, type Slots, type SlotValue } from '../slot.ts';

/** Design §2: of a contact's reports, results and plans the newest 500 of each are shown, more than any person has. */
export const MAX_CHILDREN = 500;

/**
 * The live children of one kind, newest first, then by id, without an instant last: the order of list keys, so that
 * "the latest report" is the same one here and in a query for it.
 */
export function newest<Value extends SlotValue>(
  slots: Slots,
  kind: string,
  instantOf: (value: Value) => number | null,
): Child<Value>[] {
  const children = childSlots<Value>(slots, kind);
  if (children.length < 2) return children;
  return children
    .map((child) => ({ child, listKey: newestFirst(instantOf(child.value), child.id) }))
    .sort((a, b) => (a.listKey < b.listKey ? -1 : 1))
    .slice(0, MAX_CHILDREN)
    .map(({ child }) => child);
}
