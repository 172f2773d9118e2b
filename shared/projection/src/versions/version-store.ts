import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { collectionName, type ReadModelDefinition, type ReadModelName } from '@fundlens/read-models/definition';
import { creditReportPdfs, readModels } from '@fundlens/read-models/definitions';
import {
  type Fingerprint,
  type ModelVersion,
  type ReadModelVersion,
  versionsOf,
} from '@fundlens/read-models/model-version';
import { ensureIndexes, modelVersions, READ_MODEL_VERSIONS } from '@fundlens/read-models/store';
import type { StoredReportPdf } from '@fundlens/read-models/report-pdfs/report-pdf';
import { FatalError, InvalidError } from '@fundlens/runtime/errors';
import type { Db, Filter } from 'mongodb';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';

/** Which versions of the read models there are, and what becomes of them. */
export type VersionStore = {
  /** Those made from others included. */
  load(): Promise<ReadonlyMap<ReadModelName, ReadModelVersion>>;
  /**
   * Adds the version that a rebuild fills, which is made with this fingerprint. One that is there keeps its own; if it has
   * none yet it takes this one.
   */
  register(name: ReadModelName, version: number, fingerprint: Fingerprint): Promise<void>;
  /**
   * Moves a version on, and the others of its model with it: what becomes active retires what was. One that is further
   * already stays.
   * @throws FatalError `version_moved_on` when it is no longer what a rebuild may do this with.
   */
  promote(name: ReadModelName, version: number, state: 'announced' | 'active'): Promise<void>;
  /** Takes an announcement back. Where there is none: nothing. */
  withdraw(name: ReadModelName, version: number): Promise<void>;
  /**
   * The version is not to be read or written any more. What is stored of it is removed by `tidy`, when its
   * writers have heard of this.
   */
  drop(name: ReadModelName, version: number): Promise<void>;
  /** Removes what is left of dropped versions, or what a suspended process has brought back. PDFs that name objects stay. */
  tidy(): Promise<void>;
  /**
   * Nothing of the version would be left in an object store for ever, were it dropped by this process.
   * @throws InvalidError `object_store_missing` when its PDFs name objects and no object store is configured here.
   */
  assertDroppable(name: ReadModelName, version: number): Promise<void>;
  /**
   * For the local stand-in, before anything is written: all indexes. It makes swaps quick, and there building an index of
   * a collection that is full takes minutes in which no writer is served. MongoDB builds them faster over what is there.
   */
  prepare(name: ReadModelName, version: number, options: { readonly standInIndexes: boolean }): Promise<void>;
  /** All indexes of the model and of what is made from it. */
  index(name: ReadModelName, version: number, options: { readonly standInIndexes: boolean }): Promise<void>;
};

/** Lost compare-and-swaps of one version document: only rebuilds and their abort write it. */
const MAX_ROUNDS = 5;
const ORDER: readonly ModelVersion['state'][] = ['building', 'announced', 'active'];

/** PDFs that lead to an object, whether it is shown, being put or to be removed. */
const NAMES_OBJECTS: Filter<StoredReportPdf> = {
  $or: [
    { 'object.key': { $exists: true } },
    { 'pendingObjects.key': { $exists: true } },
    { deadObjects: { $gte: '' } },
  ],
};

export type VersionStoreOptions = {
  /**
   * This process knows the object store: collections of PDFs stay until its sweeper has emptied them. Without, only those
   * stay that name objects, because no other document names these objects; a process that knows the store removes both.
   */
  readonly pdfsNameObjects?: boolean;
};

/** `db` must read and write with majority concern: see composition-root. */
export function createVersionStore(db: Db, { pdfsNameObjects = false }: VersionStoreOptions = {}): VersionStore {
  const pointers = db.collection<ReadModelVersion>(READ_MODEL_VERSIONS);

  /** Compare-and-swap of the whole document; null: nothing to change. */
  async function change(
    name: ReadModelName,
    next: (model: ReadModelVersion) => Pick<ReadModelVersion, 'active' | 'versions'> | null,
  ): Promise<void> {
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

  /** The model and what is made from it. */
  const family = (name: ReadModelName): ReadModelDefinition[] =>
    readModels.filter((definition) => definition.name === name || definition.madeFrom === name);

  async function hasPdf(collection: string, filter: Filter<StoredReportPdf>): Promise<boolean> {
    const pdfs = db.collection<StoredReportPdf>(collection);
    return (await mapMongoErrors(() => pdfs.findOne(filter, { projection: { _id: 1 } }))) !== null;
  }

  async function isKept(collection: string): Promise<boolean> {
    if (!collection.startsWith(`${creditReportPdfs.name}_v`)) return false;
    return await hasPdf(collection, pdfsNameObjects ? {} : NAMES_OBJECTS);
  }

  async function remove(
    versions: readonly { readonly name: ReadModelName; readonly version: number }[],
  ): Promise<void> {
    const gone = versions.flatMap(({ name, version }) =>
      family(name).map((member) => collectionName(member.name, version)),
    );
    if (gone.length === 0) return;
    const present = await mapMongoErrors(() => db.listCollections({}, { nameOnly: true }).toArray());
    for (const { name } of present) {
      if (gone.includes(name) && !(await isKept(name))) await mapMongoErrors(() => db.dropCollection(name));
    }
    await mapMongoErrors(() => db.collection<Checkpoint>(CHECKPOINTS).deleteMany({ model: { $in: gone } }));
  }

  async function indexed(name: ReadModelName, version: number, options: { readonly standInIndexes: boolean }) {
    for (const member of family(name)) await mapMongoErrors(() => ensureIndexes(db, member, { version, ...options }));
  }

  return {
    load: () => mapMongoErrors(() => modelVersions(db)),

    register: (name, version, fingerprint) =>
      change(name, (model) => {
        const versions = versionsOf(model);
        const definition = fingerprint.slots;
        const known = versions.find((candidate) => candidate.version === version);
        const own: ModelVersion = { ...(known ?? { version, definition, state: 'building' }), fingerprint };
        if (known === undefined) return { active: model.active, versions: [...versions, own] };
        if (known.fingerprint !== undefined || known.definition !== definition) return null;
        return { active: model.active, versions: versions.with(versions.indexOf(known), own) };
      }),

    promote: (name, version, state) =>
      change(name, (model) => {
        const versions = versionsOf(model);
        const own = ORDER.indexOf(versions.find((known) => known.version === version)?.state ?? 'dropped');
        const wanted = ORDER.indexOf(state);
        if (own < 0 || own < wanted - 1) {
          throw new FatalError('version_moved_on', `Version ${version} of ${name} is not there for this any more.`);
        }
        if (own >= wanted) return null;
        const promoted = versions.map((known): ModelVersion => {
          if (known.version === version) return { ...known, state };
          return state === 'active' && known.state === 'active' ? { ...known, state: 'retired' } : known;
        });
        return { active: state === 'active' ? version : model.active, versions: promoted };
      }),

    withdraw: (name, version) =>
      change(name, (model) => {
        const versions = versionsOf(model);
        const isOwn = (known: ModelVersion) => known.version === version && known.state === 'announced';
        if (!versions.some(isOwn)) return null;
        const withdrawn = versions.map(
          (known): ModelVersion => (isOwn(known) ? { ...known, state: 'building' } : known),
        );
        return { active: model.active, versions: withdrawn };
      }),

    drop: (name, version) =>
      change(name, (model) => {
        if (model.active === version)
          throw new FatalError('version_in_use', `Readers use version ${version} of ${name}.`);
        const versions = versionsOf(model);
        if (versions.find((known) => known.version === version)?.state === 'dropped') return null;
        const dropped = versions.map(
          (known): ModelVersion => (known.version === version ? { ...known, state: 'dropped' } : known),
        );
        return { active: model.active, versions: dropped };
      }),

    async tidy() {
      const models = await mapMongoErrors(() => pointers.find({}).toArray());
      const dropped = models.flatMap((model) =>
        versionsOf(model)
          .filter(({ version, state }) => state === 'dropped' && version !== model.active)
          .map(({ version }) => ({ name: model._id, version })),
      );
      await remove(dropped);
    },

    async assertDroppable(name, version) {
      if (pdfsNameObjects || !family(name).includes(creditReportPdfs)) return;
      if (!(await hasPdf(collectionName(creditReportPdfs.name, version), NAMES_OBJECTS))) return;
      throw new InvalidError(
        'object_store_missing',
        `PDFs of version ${version} of ${name} are in an object store that this command does not know, and would stay there for ever: set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY as the projectors have them.`,
      );
    },

    async prepare(name, version, { standInIndexes }) {
      if (standInIndexes) await indexed(name, version, { standInIndexes });
    },

    index: indexed,
  };
}
