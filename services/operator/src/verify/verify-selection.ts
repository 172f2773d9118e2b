import type { ReadModelName } from '@fundlens/read-models/definition';
import type { DocumentId } from '@fundlens/read-models/document';

/**
 * What is verified: everything of some locations, or some documents of each read model. A document that was drawn is
 * recomputed from every record whose key names its id; with it come the documents of other models that have the same id,
 * so that one which is missing there is found.
 */
export type Selection = {
  readonly locations: readonly string[];
  /** Whether a record with this key says anything of what is verified. */
  wantsRecord(key: Buffer | null): boolean;
  /** Whether all that the log says of this document was wanted. */
  wantsDocument(id: DocumentId): boolean;
  /** Dashboards are made from everything of their location. */
  readonly dashboards: boolean;
  /** Keys to compare that are not found by their location: `_id` by read model; null: everything of the locations. */
  readonly drawn: ReadonlyMap<string, readonly string[]> | null;
};

/** Keys of what stands in the location's own document. */
const OF_LOCATION: ReadonlySet<string> = new Set(['location', 'installation', 'custom-field']);

export function selectLocations(locations: readonly string[]): Selection {
  const wanted = new Set(locations);
  return {
    locations,
    wantsRecord: (key) => wanted.has(partsOf(key).scope),
    wantsDocument: () => true,
    dashboards: true,
    drawn: null,
  };
}

/** @param drawn `_id`s by read model; those of documents that belong to a location begin with it. */
export function selectDocuments(drawn: ReadonlyMap<string, readonly string[]>): Selection {
  const wanted = new Map<string, Set<string>>();
  for (const _id of [...drawn.values()].flat()) {
    const [locationId = '', ...ids] = _id.split(':');
    const present = wanted.get(locationId) ?? new Set();
    wanted.set(locationId, present);
    for (const id of ids) present.add(id);
  }
  return {
    locations: [...wanted.keys()],
    wantsRecord(key) {
      const { entity, scope, ids } = partsOf(key);
      const here = wanted.get(scope);
      return here !== undefined && (OF_LOCATION.has(entity) || ids.some((id) => here.has(id)));
    },
    wantsDocument(id) {
      switch (id.kind) {
        case 'location':
          return wanted.has(id.locationId);
        case 'location-entity':
          return wanted.get(id.locationId)?.has(id.entityId) ?? false;
        case 'company':
        case 'credential':
          return false;
      }
    },
    dashboards: false,
    drawn,
  };
}

/** Companies and credentials belong to no location; everything else has `locationId`. */
export function belongsToLocation(name: ReadModelName): boolean {
  return name !== 'companies' && name !== 'credentials';
}

/** The location of everything that belongs to one; null in a key that is none. */
export function scopeOf(key: Buffer | null): string | null {
  return partsOf(key).scope || null;
}

/** `<entity>:<location>:<id>…`; of a key that is no text, nothing. */
function partsOf(key: Buffer | null): { readonly entity: string; readonly scope: string; readonly ids: string[] } {
  const [entity = '', scope = '', ...ids] = (key?.toString('utf8') ?? '').split(':');
  return { entity, scope, ids };
}
