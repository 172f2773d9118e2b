import type { ReadModelName } from './definition.ts';

/**
 * The states of a version of a read model, in their order:
 *
 * - `building`: a rebuild fills it; it has no readers
 * - `announced`: complete and next; readers of the active version require it to be as fresh
 * - `active`: what readers use
 * - `retired`: it was active before; still written for readers that have not seen the switch
 * - `dropped`: removed, and removed again if a suspended process writes it once more; its number is never reused
 */
export type ModelVersionState = 'building' | 'announced' | 'active' | 'retired' | 'dropped';

/**
 * Everything that decides what the documents of a read model hold, part by part (`fingerprintOf` in shared/projection).
 * Processes with equal fingerprints make equal documents of the same log.
 */
export type Fingerprint = {
  /** How events become slots: `version` of the definition. */
  readonly slots: number;
  /** How slots become views and index fields: `viewsVersion` of the definition. */
  readonly views: number;
  /** The rules of redaction. */
  readonly redaction: number;
  /** Hex SHA-256 of the custom-field keep-list; only where slots hold custom fields. */
  readonly customFieldKeepList?: string;
};
export type FingerprintPart = keyof Fingerprint;

export type ModelVersion = {
  readonly version: number;
  /** The version of the definition that its documents are made by: only such code may write it. */
  readonly definition: number;
  /**
   * What its documents are made with: only a process with the same may write it. Absent where a build from before
   * fingerprints has made it: it takes that of the first process that writes it (`ensureReadModels`).
   */
  readonly fingerprint?: Fingerprint;
  readonly state: ModelVersionState;
};

/** One document per read model that events change: its versions, and the one that readers use. */
export type ReadModelVersion = {
  readonly _id: ReadModelName;
  readonly active: number;
  /** Absent until the first rebuild: there is only the active one, made by the definition of the same number. */
  readonly versions?: readonly ModelVersion[];
  /** Grows with every change of the versions: the guard of its compare-and-swap. */
  readonly revision?: number;
};

export function versionsOf({ active, versions }: ReadModelVersion): readonly ModelVersion[] {
  return versions ?? [{ version: active, definition: active, state: 'active' }];
}

/** The version that readers use, and those that they may use next: a response must not claim more than each has. */
export function readVersions(model: ReadModelVersion): number[] {
  const announced = versionsOf(model).filter(({ state }) => state === 'announced');
  return [model.active, ...announced.map(({ version }) => version)];
}

const WRITTEN: ReadonlySet<ModelVersionState> = new Set(['announced', 'active', 'retired']);

const PARTS: readonly FingerprintPart[] = ['slots', 'views', 'redaction', 'customFieldKeepList'];

/** The parts in which the fingerprint of the version differs from `own`; empty: none. */
export function differingParts(
  { definition, fingerprint }: Pick<ModelVersion, 'definition' | 'fingerprint'>,
  own: Fingerprint,
): FingerprintPart[] {
  if (fingerprint === undefined) return definition === own.slots ? [] : ['slots'];
  return PARTS.filter((part) => fingerprint[part] !== own[part]);
}

/** The version that readers use; undefined only where the document was written by hand. */
export function activeVersion(model: ReadModelVersion): ModelVersion | undefined {
  return versionsOf(model).find(({ version }) => version === model.active);
}

/** The versions that projectors with this fingerprint write; those being built are not theirs. */
export function writtenVersions(model: ReadModelVersion, own: Fingerprint): number[] {
  return versionsOf(model)
    .filter((candidate) => WRITTEN.has(candidate.state) && differingParts(candidate, own).length === 0)
    .map(({ version }) => version);
}

/**
 * Every version that a process with this fingerprint may write, those being built included: for commands that write beside
 * the projectors, because no process writes it again in a version that has passed that position of the log.
 */
export function writableVersionsOf(model: ReadModelVersion, own: Fingerprint): number[] {
  return versionsOf(model)
    .filter((candidate) => candidate.state !== 'dropped' && differingParts(candidate, own).length === 0)
    .map(({ version }) => version);
}
