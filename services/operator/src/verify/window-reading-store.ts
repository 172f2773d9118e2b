import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { collectionName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES, dashboardWindows } from '@fundlens/read-models/definitions';
import { dirtyKeysOf } from '@fundlens/read-models/document';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Binary, Db } from 'mongodb';

type Stored = WindowDocument & { readonly revision: number };

/** The window document as it is stored; `dirty`: a refresh is due, so that it may be behind. */
export async function windowOf(
  db: Db,
  generation: number,
  locationId: string,
): Promise<{ readonly stored: Stored | null; readonly dirty: boolean }> {
  type Packed = Omit<Stored, 'sums' | 'stageSums'> & Record<'sums' | 'stageSums', Binary>;
  return await mapMongoErrors(async () => {
    // In this order: the window has counted every document that is not dirty afterwards.
    const found = await db
      .collection<Packed>(collectionName(dashboardWindows.name, generation))
      .findOne({ locationId });
    const waiting = await Promise.all(
      DASHBOARD_SOURCES.map((name) =>
        db
          .collection(collectionName(name, generation))
          .findOne({ locationId, dirtyKey: dirtyKeysOf(locationId) }, { projection: { _id: 1 } }),
      ),
    );
    const stored = found && { ...found, sums: found.sums.value(), stageSums: found.stageSums.value() };
    return { stored, dirty: waiting.some((document) => document !== null) };
  });
}
