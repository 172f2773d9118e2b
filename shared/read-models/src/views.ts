import type { z } from 'zod';
import type { IndexedFields, View } from './definition.ts';
import { type IndexFields, idOf } from './document.ts';
import type { JsonText } from './json-text.ts';
import { type SlotValue, slotValue } from './slot.ts';

const NO_FIELDS: IndexFields = {};

type SlotFields<Slot> = Pick<IndexedFields, 'names'> & {
  readonly of: (slot: Slot, id: string) => IndexFields;
  /** True only where both have the same fields. Default: never. */
  readonly isSame?: (before: Slot, after: Slot) => boolean;
};

/** The view of what one slot holds, and its index fields; without either while the slot is empty. */
export function slotView<Slot extends SlotValue, Body>(view: {
  readonly name: string;
  readonly slot: string;
  readonly body: z.ZodType<Body>;
  readonly maxBytes?: number;
  readonly text: (slot: Slot, id: string) => JsonText<Body>;
  readonly fields?: SlotFields<Slot>;
}): View<Body> {
  const { name, slot, body, maxBytes, text, fields } = view;
  return {
    name,
    reads: [slot],
    body,
    ...(maxBytes !== undefined && { maxBytes }),
    ...(fields && { index: indexOf(slot, fields) }),
    render({ id, slots }) {
      const value = slotValue<Slot>(slots, slot);
      return value === null ? null : text(value, idOf(id));
    },
  };
}

function indexOf<Slot extends SlotValue>(slot: string, { names, of, isSame }: SlotFields<Slot>): IndexedFields {
  return {
    names,
    of({ id, slots }) {
      const value = slotValue<Slot>(slots, slot);
      return value === null ? NO_FIELDS : of(value, idOf(id));
    },
    isSame(before, after) {
      const [earlier, later] = [slotValue<Slot>(before, slot), slotValue<Slot>(after, slot)];
      return earlier !== null && later !== null && (isSame?.(earlier, later) ?? false);
    },
  };
}
