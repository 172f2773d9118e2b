import { randomUUID } from 'node:crypto';
import type { StackAddresses } from '@fundlens/local/started-server';
import { ensureProjectorIndexes } from '@fundlens/read-models/store-indexes';
import { ensurePointer } from '@fundlens/read-models/store';
import { type Db, MongoClient } from 'mongodb';
import { fingerprintOf } from '../generations/fingerprint.ts';
import { MONGO_OPTIONS } from '../mongo-options.ts';
import { testStack } from './stack.ts';

export type ScratchDatabase = { readonly name: string; readonly db: Db; close(): Promise<void> };

/** A database of the test's own, on the real server of this run if no other is given; dropped in the end. */
export async function openScratchDatabase(options: {
  readonly prepared: boolean;
  readonly servers?: StackAddresses;
}): Promise<ScratchDatabase> {
  const { mongodbUrl, mongodbStandIn } = options.servers ?? testStack();
  const client = new MongoClient(mongodbUrl, { ...MONGO_OPTIONS, monitorCommands: true });
  const name = `projector_${randomUUID().slice(0, 8)}`;
  const db = client.db(name);
  if (options.prepared) {
    await ensurePointer(db, {
      fingerprint: fingerprintOf({ customFieldKeepList: new Set() }),
      at: 0,
      standInIndexes: mongodbStandIn,
    });
    await ensureProjectorIndexes(db);
  }
  return {
    name,
    db,
    async close() {
      await db.dropDatabase();
      await client.close();
    },
  };
}
