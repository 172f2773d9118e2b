import type { IndexedFields, RenderInput, View } from './definition.ts';
import { type IndexFields, idOf } from './document.ts';
import { type SlotKind, type Slots, type SlotValue, slotValue } from './slot.ts';

/** How a view shows a state, and its index fields. `id` is that of the document's entity. */
type StateView<State> = Pick<View, 'name' | 'body' | 'maxBytes'> & {
  readonly text: (state: State, id: string, input: RenderInput) => string | Uint8Array;
  readonly fields?: Pick<IndexedFields, 'names'> & {
    readonly of: (state: State, id: string, input: RenderInput) => IndexFields;
    /** True only where both have the same fields. Default: never. */
    readonly isSame?: (before: State, after: State) => boolean;
  };
};

/** The view of what `state` makes of the slots, and its index fields; without either where it makes null or an empty list. */
export function stateView<State>({
  state: stateOf,
  text,
  fields,
  ...view
}: StateView<State> & Pick<View, 'reads' | 'outdates'> & { readonly state: (slots: Slots) => State | null }): View {
  function state(slots: Slots): State | null {
    const found = stateOf(slots);
    return Array.isArray(found) && found.length === 0 ? null : found;
  }
  return {
    ...view,
    ...(fields && {
      index: {
        names: fields.names,
        of(input) {
          const shown = state(input.slots);
          return shown === null ? {} : fields.of(shown, idOf(input.id), input);
        },
        isSame(before, after) {
          const [earlier, later] = [state(before), state(after)];
          return earlier !== null && later !== null && (fields.isSame?.(earlier, later) ?? false);
        },
      },
    }),
    render(input) {
      const shown = state(input.slots);
      return shown === null ? null : text(shown, idOf(input.id), input);
    },
  };
}

/** The view of what one slot holds. */
export function slotView<Slot extends SlotValue>({
  slot,
  ...view
}: StateView<Slot> & { readonly slot: SlotKind<Slot> }): View {
  return stateView({ ...view, reads: [slot], state: (slots) => slotValue(slots, slot) });
}
