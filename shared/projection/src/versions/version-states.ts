import {
  type Fingerprint,
  type ModelVersion,
  type ReadModelVersion,
  versionsOf,
} from '@fundlens/read-models/model-version';
import { FatalError } from '@fundlens/runtime/errors';

/** What a transition changes of a model's versions. */
export type VersionChange = Pick<ReadModelVersion, 'active' | 'versions'>;

const ORDER: readonly ModelVersion['state'][] = ['building', 'announced', 'active'];

export function registered(model: ReadModelVersion, version: number, fingerprint: Fingerprint): VersionChange | null {
  const versions = versionsOf(model);
  const definition = fingerprint.slots;
  const known = versions.find((candidate) => candidate.version === version);
  const own: ModelVersion = { ...(known ?? { version, definition, state: 'building' }), fingerprint };
  if (known === undefined) return { active: model.active, versions: [...versions, own] };
  if (known.fingerprint !== undefined || known.definition !== definition) return null;
  return { active: model.active, versions: versions.with(versions.indexOf(known), own) };
}

/** @throws FatalError `version_moved_on` */
export function promoted(
  model: ReadModelVersion,
  version: number,
  state: 'announced' | 'active',
): VersionChange | null {
  const versions = versionsOf(model);
  const present = ORDER.indexOf(stateOf(model, version) ?? 'dropped');
  const wanted = ORDER.indexOf(state);
  if (present < 0 || present < wanted - 1) {
    throw new FatalError('version_moved_on', `Version ${version} of ${model._id} can no longer become ${state}.`);
  }
  if (present >= wanted) return null;
  const changed = versions.map((known): ModelVersion => {
    if (known.version === version) return { ...known, state };
    return state === 'active' && known.state === 'active' ? { ...known, state: 'retired' } : known;
  });
  return { active: state === 'active' ? version : model.active, versions: changed };
}

export function withdrawn(model: ReadModelVersion, version: number): VersionChange | null {
  return stateOf(model, version) === 'announced' ? withState(model, version, 'building') : null;
}

/** @throws FatalError `version_in_use` */
export function dropped(model: ReadModelVersion, version: number): VersionChange | null {
  if (model.active === version) {
    throw new FatalError('version_in_use', `Readers use version ${version} of ${model._id}.`);
  }
  return stateOf(model, version) === 'dropped' ? null : withState(model, version, 'dropped');
}

function stateOf(model: ReadModelVersion, version: number): ModelVersion['state'] | undefined {
  return versionsOf(model).find((known) => known.version === version)?.state;
}

function withState(model: ReadModelVersion, version: number, state: ModelVersion['state']): VersionChange {
  const versions = versionsOf(model).map((known) => (known.version === version ? { ...known, state } : known));
  return { active: model.active, versions };
}
