/** States of a document's upstream entities as they are stored: a list with names, or an object by name. */
export type StoredSlots =
  | readonly { readonly slot: string; readonly version: number }[]
  | Readonly<Record<string, { readonly version: number }>>;

/** The version of one of them; null when it is not there. */
export function storedVersion(slots: StoredSlots | undefined, name: string): number | null {
  if (slots === undefined) return null;
  if (isList(slots)) return slots.find(({ slot }) => slot === name)?.version ?? null;
  return Object.hasOwn(slots, name) ? (slots[name]?.version ?? null) : null;
}

function isList(slots: StoredSlots): slots is Extract<StoredSlots, readonly unknown[]> {
  return Array.isArray(slots);
}
