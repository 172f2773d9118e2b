import { CHECKPOINTS, type Checkpoint, resumeOffset } from '@fundlens/read-models/checkpoint';
import { modelVersion } from '@fundlens/read-models/definition';
import { definitionOf, readModels } from '@fundlens/read-models/definitions';
import type { Collection, Db } from 'mongodb';
import type { TestSystem } from '../../harness/test-system.ts';

/** All that the benchmarks of the projector know of what it stores: checkpoints, and the version of a contact. */

/** Events of the CRM and funding topics that every model has. */
export async function appliedIn(database: Db, { topics }: Pick<TestSystem, 'topics'>): Promise<number> {
  const checkpoints = await database.collection<Checkpoint>(CHECKPOINTS).find({}).toArray();
  let applied = 0;
  for (const stream of ['crm', 'funding'] as const) {
    const models = readModels.filter((model) => model.streams.includes(stream)).map(modelVersion);
    const ofTopic = checkpoints.filter(({ topic }) => topic === topics[stream]);
    for (const found of Map.groupBy(ofTopic, ({ partition }) => partition).values()) {
      applied += resumeOffset(models, found) ?? 0;
    }
  }
  return applied;
}

type StoredContact = { readonly _id: string; readonly slots?: { readonly contact?: { readonly version: number } } };

/** Nothing of what the contact holds. */
const VERSION_ONLY = { 'slots.contact.version': 1 } as const;

export function contactKey({ locationId, contactId }: { locationId: string; contactId: string }): string {
  return `${locationId}:${contactId}`;
}

/** @returns a function that tells which versions of these contacts readers find now */
export function contactVersions(database: Db): (keys: readonly string[]) => Promise<ReadonlyMap<string, number>> {
  const collection: Collection<StoredContact> = database.collection(modelVersion(definitionOf('contacts')));
  return async (keys) => {
    const found = await collection.find({ _id: { $in: [...keys] } }, { projection: VERSION_ONLY }).toArray();
    return new Map(found.map(({ _id, slots }) => [_id, slots?.contact?.version ?? 0]));
  };
}
