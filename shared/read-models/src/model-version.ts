import type { ReadModelName } from './definition.ts';

/**
 * What a version of a read model is there for, in the order in which it goes through it:
 *
 * - `building`: a rebuild fills it; nobody reads it
 * - `announced`: complete; whoever reads the active one makes sure that this one is as fresh, because it is next
 * - `active`: what readers use
 * - `retired`: it was active until a moment ago; written on for readers who have not noticed
 * - `dropped`: gone, and removed again should somebody who slept bring it back; its number is never used again
 */
export type ModelVersionState = 'building' | 'announced' | 'active' | 'retired' | 'dropped';

export type ModelVersion = {
  readonly version: number;
  /** The version of the definition that its documents are made by: only such code may write it. */
  readonly definition: number;
  readonly state: ModelVersionState;
};

/** One document per read model that events change: which versions there are, and which one readers use. */
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

/** The version that readers use, and those that they may use in a moment: an answer must not claim more than each has. */
export function readVersions(model: ReadModelVersion): number[] {
  const announced = versionsOf(model).filter(({ state }) => state === 'announced');
  return [model.active, ...announced.map(({ version }) => version)];
}

const WRITTEN: ReadonlySet<ModelVersionState> = new Set(['announced', 'active', 'retired']);

/** The versions that projectors write whose code has this version of the definition; those being built are not theirs. */
export function writtenVersions(model: ReadModelVersion, definition: number): number[] {
  return versionsOf(model)
    .filter((candidate) => WRITTEN.has(candidate.state) && candidate.definition === definition)
    .map(({ version }) => version);
}

/**
 * Every version that there is and that code of this definition may write, those being built included: for whoever writes
 * beside the projectors, because nobody would do it again for a version that has passed that place of the log.
 */
export function writableVersionsOf(model: ReadModelVersion, definition: number): number[] {
  return versionsOf(model)
    .filter((candidate) => candidate.state !== 'dropped' && candidate.definition === definition)
    .map(({ version }) => version);
}
