import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { collectionName, type ReadModelDefinition, type ReadModelName } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { type Fingerprint, type ReadModelVersion, versionsOf } from '@fundlens/read-models/model-version';
import { ensureIndexes, modelVersions, READ_MODEL_VERSIONS } from '@fundlens/read-models/store';
import { FatalError } from '@fundlens/runtime/errors';
import type { Db } from 'mongodb';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { dropped, promoted, registered, type VersionChange, withdrawn } from './version-states.ts';

/** The versions of the read models and their states. */
export type VersionStore = {
  /** Those made from others included. */
  load(): Promise<ReadonlyMap<ReadModelName, ReadModelVersion>>;
  /**
   * Adds the version that a rebuild fills, with this fingerprint. A version that exists keeps its own fingerprint, or
   * takes this one if it has none.
   */
  register(name: ReadModelName, version: number, fingerprint: Fingerprint): Promise<void>;
  /**
   * Moves a version to the state; a version that becomes active retires the one that was. A later state stays.
   * @throws FatalError `version_moved_on` when the version is dropped, retired or skipped a state.
   */
  promote(name: ReadModelName, version: number, state: 'announced' | 'active'): Promise<void>;
  /** Moves an announced version back to `building`; any other stays. */
  withdraw(name: ReadModelName, version: number): Promise<void>;
  /**
   * Marks the version as neither read nor written. `tidy` removes its collections once its writers have seen that.
   */
  drop(name: ReadModelName, version: number): Promise<void>;
  /** Removes collections of dropped versions, also those that a suspended process has created again. */
  tidy(): Promise<void>;
  /**
   * For the local stand-in, before the first write: all indexes. The stand-in needs them for quick swaps, and building an
   * index of a full collection blocks its writers for minutes. MongoDB builds indexes faster over existing documents.
   */
  prepare(name: ReadModelName, version: number, options: { readonly standInIndexes: boolean }): Promise<void>;
  /** All indexes of the model and of what is made from it. */
  index(name: ReadModelName, version: number, options: { readonly standInIndexes: boolean }): Promise<void>;
};

/** Lost compare-and-swaps of one version document: only rebuilds and their abort write it. */
const MAX_ROUNDS = 5;

/** Of the collections that this user may read: that needs no right of its own. */
const NAMES_GRANTED = { nameOnly: true, authorizedCollections: true };

/** `db` must read and write with majority concern: see composition-root. */
export function createVersionStore(db: Db): VersionStore {
  const pointers = db.collection<ReadModelVersion>(READ_MODEL_VERSIONS);

  /** Compare-and-swap of the whole document; null: nothing to change. */
  async function change(name: ReadModelName, next: (model: ReadModelVersion) => VersionChange | null): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const model = await mapMongoErrors(() => pointers.findOne({ _id: name }));
      if (model === null) throw new FatalError('read_model_missing', `The read model ${name} was never set up.`);
      const changed = next(model);
      if (changed === null) return;
      const { revision } = model;
      const filter = { _id: name, revision: revision ?? { $exists: false } };
      const $set = { ...changed, revision: (revision ?? 0) + 1 };
      const { matchedCount } = await mapMongoErrors(() => pointers.updateOne(filter, { $set }));
      if (matchedCount === 1) return;
    }
    throw new FatalError('version_contended', `Others keep changing the versions of ${name}.`);
  }

  async function index(name: ReadModelName, version: number, options: { readonly standInIndexes: boolean }) {
    for (const member of familyOf(name)) await mapMongoErrors(() => ensureIndexes(db, member, { version, ...options }));
  }

  return {
    load: () => mapMongoErrors(() => modelVersions(db)),
    register: (name, version, fingerprint) => change(name, (model) => registered(model, version, fingerprint)),
    promote: (name, version, state) => change(name, (model) => promoted(model, version, state)),
    withdraw: (name, version) => change(name, (model) => withdrawn(model, version)),
    drop: (name, version) => change(name, (model) => dropped(model, version)),

    async tidy() {
      const models = await mapMongoErrors(() => pointers.find({}).toArray());
      await removeDropped(db, models);
    },

    async prepare(name, version, { standInIndexes }) {
      if (standInIndexes) await index(name, version, { standInIndexes });
    },

    index,
  };
}

/** The model and the models derived from it. */
function familyOf(name: ReadModelName): ReadModelDefinition[] {
  return readModels.filter((definition) => definition.name === name || definition.madeFrom === name);
}

/** Removes collections and checkpoints of dropped versions. */
async function removeDropped(db: Db, models: readonly ReadModelVersion[]): Promise<void> {
  const gone = models.flatMap((model) =>
    versionsOf(model)
      .filter(({ version, state }) => state === 'dropped' && version !== model.active)
      .flatMap(({ version }) => familyOf(model._id).map((member) => collectionName(member.name, version))),
  );
  if (gone.length === 0) return;
  const present = await mapMongoErrors(() => db.listCollections({}, NAMES_GRANTED).toArray());
  for (const { name } of present) {
    if (gone.includes(name)) await mapMongoErrors(() => db.dropCollection(name));
  }
  await mapMongoErrors(() => db.collection<Checkpoint>(CHECKPOINTS).deleteMany({ model: { $in: gone } }));
}
