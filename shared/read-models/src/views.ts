import type { z } from 'zod';
import type { IndexedFields, View } from './definition.ts';
import { type IndexFields, idOf } from './document.ts';
import { type SlotKind, type SlotValue, slotValue } from './slot.ts';

type SlotFields<Slot> = Pick<IndexedFields, 'names'> & {
  readonly of: (slot: Slot, id: string) => IndexFields;
  /** True only where both have the same fields. Default: never. */
  readonly isSame?: (before: Slot, after: Slot) => boolean;
};

/** The view of what one slot holds, and its index fields; without either while the slot is empty. */
export function slotView<Slot extends SlotValue>(view: {
  readonly name: string;
  readonly slot: SlotKind<Slot>;
  readonly body: z.ZodType;
  readonly maxBytes?: number;
  readonly text: (slot: Slot, id: string) => string;
  readonly fields?: SlotFields<Slot>;
}): View {
  const { name, slot, body, maxBytes, text, fields } = view;
  return {
    name,
    reads: [slot],
    body,
    ...(maxBytes !== undefined && { maxBytes }),
    ...(fields && { index: indexOf(slot, fields) }),
    render({ id, slots }) {
      const value = slotValue(slots, slot);
      return value === null ? null : text(value, idOf(id));
    },
  };
}

function indexOf<Slot extends SlotValue>(slot: SlotKind<Slot>, { names, of, isSame }: SlotFields<Slot>): IndexedFields {
  return {
    names,
    of({ id, slots }) {
      const value = slotValue(slots, slot);
      return value === null ? {} : of(value, idOf(id));
    },
    isSame(before, after) {
      const [earlier, later] = [slotValue(before, slot), slotValue(after, slot)];
      return earlier !== null && later !== null && (isSame?.(earlier, later) ?? false);
    },
  };
}
