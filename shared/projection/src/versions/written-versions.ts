import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';

/**
 * The versions of each read model that a process writes: a projector those that readers use or are about to, a rebuild
 * the one that it fills. **Invariant**: a process that begins to write a version reads the log from that version's own
 * checkpoint, so a change of the set restarts every partition from its checkpoints.
 */
export type WrittenVersions = ReadonlyMap<ReadModelName, readonly number[]>;

/** The versions before any rebuild. */
export const FIRST_VERSIONS: WrittenVersions = new Map(readModels.map(({ name, version }) => [name, [version]]));

/** The collections that a change of a read model's document is written to. */
export function collectionsOf(versions: WrittenVersions, name: ReadModelName): string[] {
  return (versions.get(name) ?? []).map((version) => collectionName(name, version));
}

export function sameVersions(a: WrittenVersions, b: WrittenVersions): boolean {
  const text = (versions: WrittenVersions) => JSON.stringify([...versions].sort(([x], [y]) => (x < y ? -1 : 1)));
  return text(a) === text(b);
}
