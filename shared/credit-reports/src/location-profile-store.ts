import { collectionName } from '@fundlens/read-models/definition';
import { documentKey, slotsOf, type StoredDocument } from '@fundlens/read-models/document';
import { locations, PROFILE, type ProfileSlot } from '@fundlens/read-models/locations/locations';
import type { ReadModelVersion } from '@fundlens/read-models/model-version';
import { slotValue } from '@fundlens/read-models/slot';
import { READ_MODEL_VERSIONS } from '@fundlens/read-models/store';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import type { LocationProfile } from './report-content.ts';

/** Reads the profile of a location from the active version of the read model. */
export function createLocationProfiles(
  db: Db,
  { maxTimeMs: maxTimeMS }: { readonly maxTimeMs: number },
): (locationId: string) => Promise<LocationProfile> {
  const versions = db.collection<ReadModelVersion>(READ_MODEL_VERSIONS);
  return (locationId) =>
    mapMongoErrors(async () => {
      const pointer = await versions.findOne({ _id: locations.name }, { projection: { active: 1 }, maxTimeMS });
      const name = collectionName(locations.name, pointer?.active ?? locations.version);
      const _id = documentKey({ kind: 'location', locationId });
      const projection = { [`slots.${PROFILE}`]: 1 };
      const found = await db.collection<StoredDocument>(name).findOne({ _id }, { projection, maxTimeMS });
      const profile = slotValue<ProfileSlot>(slotsOf(found?.slots ?? {}), PROFILE);
      return { name: profile?.name ?? null, timeZone: profile?.timezone ?? null };
    });
}
