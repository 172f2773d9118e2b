import type { IndexedFields, RenderInput, View } from './definition.ts';
import { type DocumentId, type IndexFields, idOf } from './document.ts';
import { type SlotKind, type Slots, type SlotValue, slotValue } from './slot.ts';

/** How a view shows a state, and its index fields. `id` is that of the document's entity. */
type StateView<State> = Omit<View, 'index' | 'render'> & {
  /** JSON, or UTF-8 bytes of it. */
  readonly text: (state: State, id: string, input: RenderInput) => string | Uint8Array;
  readonly fields?: Pick<IndexedFields, 'names' | 'isSame'> & {
    readonly of: (state: State, id: string, input: RenderInput) => IndexFields;
  };
};

/** The view of what `state` makes of the slots, and its index fields; without either where it makes null or an empty list. */
export function stateView<State>({
  state: stateOf,
  text,
  fields,
  ...view
}: StateView<State> & { readonly state: (slots: Slots, id: DocumentId) => State | null }): View {
  function state({ slots, id }: RenderInput): State | null {
    const found = stateOf(slots, id);
    return Array.isArray(found) && found.length === 0 ? null : found;
  }
  return {
    ...view,
    ...(fields && {
      index: {
        ...fields,
        of(input) {
          const shown = state(input);
          return shown === null ? {} : fields.of(shown, idOf(input.id), input);
        },
      },
    }),
    render(input) {
      const shown = state(input);
      if (shown === null) return null;
      const body = text(shown, idOf(input.id), input);
      return typeof body === 'string' ? Buffer.from(body) : body;
    },
  };
}

/** The view of what one slot holds. */
export function slotView<Slot extends SlotValue>({
  slot,
  ...view
}: Omit<StateView<Slot>, 'reads'> & { readonly slot: SlotKind<Slot> }): View {
  return stateView({ ...view, reads: [slot], state: (slots) => slotValue(slots, slot) });
}
