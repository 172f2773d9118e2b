import { collectionName } from '@fundlens/read-models/definition';
import type { DocumentContent, StoredDocument } from '@fundlens/read-models/document';
import { makeSlot } from '@fundlens/read-models/slot';
import { activeGeneration } from '@fundlens/read-models/store';
import type { Db } from 'mongodb';
import { documentDifference } from '../fold/document-difference.ts';
import type { ReferenceDocuments } from '../fold/testing/reference-fold.ts';
import { projections } from '../projections/projections.ts';
import { contentIn } from '../writer/stored-content.ts';

export type Stored = DocumentContent & { readonly revision: number };

/** Every read-model document of the database, without the times of its slots, in the generation that is read (before there is one: the first), by `<read model>/<_id>`. */
export async function storedDocuments(db: Db): Promise<Map<string, Stored>> {
  const documents = new Map<string, Stored>();
  const active = await activeGeneration(db);
  for (const { readModel } of projections) {
    const name = collectionName(readModel.name, active);
    const collection = db.collection<StoredDocument>(name);
    for await (const document of collection.find({})) {
      const { _id, revision } = document;
      const content = contentIn(document);
      const slots = new Map([...content.slots].map(([name, slot]) => [name, makeSlot(slot, slot.value)]));
      documents.set(`${readModel.name}/${_id}`, { ...content, slots, revision });
    }
  }
  return documents;
}

/** In what the stored documents differ from what they must be, one line each; empty when they are equal. */
export function differences(stored: ReadonlyMap<string, DocumentContent>, expected: ReferenceDocuments): string[] {
  const lines: string[] = [];
  for (const key of new Set([...stored.keys(), ...expected.keys()])) {
    const [left, right] = [stored.get(key), expected.get(key)];
    if (left === undefined || right === undefined) lines.push(`${key}: ${left ? 'should not exist' : 'is missing'}`);
    else {
      const difference = documentDifference(left, right);
      if (difference !== null) lines.push(`${key}: ${difference}`);
    }
  }
  return lines;
}
