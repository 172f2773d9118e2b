/** What is listed of a location, in this order: what contacts and deals refer to comes first. */
export const listedKinds = ['location', 'customField', 'pipeline', 'contact', 'opportunity'] as const;
export type ListedKind = (typeof listedKinds)[number];

/**
 * What the adapter keeps versions of. `id` is HighLevel's id of the entity; of a location it is the location's own id, of an
 * installation and a company the company's.
 */
export type EntityKind = ListedKind | 'installation' | 'company';

export type EntityRef = {
  readonly kind: EntityKind;
  /** Null for a company alone, which belongs to no location. */
  readonly locationId: string | null;
  readonly id: string;
};

/** One text for each entity: the ids of the contract contain no slash. */
export function entityName({ kind, locationId, id }: EntityRef): string {
  return `${kind}/${locationId ?? ''}/${id}`;
}

/** The inverse of `entityName`. */
export function entityRefOf(name: string): EntityRef {
  const [kind = '', locationId = '', id = ''] = name.split('/');
  return { kind: kind as EntityKind, locationId: locationId === '' ? null : locationId, id };
}
