import { createHmac } from 'node:crypto';
import { isDuplicateKey, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';

/** Deliveries that are in the log, so that a repeated one is answered without work. */
export type DeliveryIds = {
  has(webhookId: string): Promise<boolean>;
  /**
   * Only after its events are in the log: a delivery that was answered with 429 comes back with the same id.
   * @param timestamp of the body; null: there is none that would refuse an old body, so the id does not expire
   */
  add(webhookId: string, timestamp: number | null): Promise<void>;
};

/** Keyed digests of ids: what a sender may put into an id is not stored. */
type StoredId = { readonly _id: string; readonly at?: Date };

export const DELIVERY_IDS = 'highlevel_delivery_ids';

/** @param secret of the digests @param clock epoch milliseconds */
export function createDeliveryIdStore(
  db: Db,
  { secret, clock, maxTimeMs }: { readonly secret: string; readonly clock: () => number; readonly maxTimeMs: number },
): DeliveryIds {
  const ids = db.collection<StoredId>(DELIVERY_IDS);
  const digest = (webhookId: string) => createHmac('sha256', secret).update(webhookId).digest('base64url');
  return {
    has: (webhookId) =>
      mapMongoErrors(async () => (await ids.findOne({ _id: digest(webhookId) }, { maxTimeMS: maxTimeMs })) !== null),
    add: (webhookId, timestamp) =>
      mapMongoErrors(async () => {
        // A timestamp ahead of our clock is accepted for longer.
        const expiry = timestamp === null ? {} : { at: new Date(Math.max(timestamp, clock())) };
        await ids.insertOne({ _id: digest(webhookId), ...expiry }).catch((error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
        });
      }),
  };
}

/** Idempotent. An id without `at` does not expire. @param keptMs at least as long as a body is accepted */
export async function ensureDeliveryIds(db: Db, keptMs: number): Promise<void> {
  const options = { name: 'expiry', expireAfterSeconds: Math.ceil(keptMs / 1_000) };
  await mapMongoErrors(() => db.collection<StoredId>(DELIVERY_IDS).createIndex({ at: 1 }, options));
}
