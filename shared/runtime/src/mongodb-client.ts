import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { ConfigError } from './config.ts';
import { mongodbServer } from './configured-servers.ts';
import type { Component } from './lifecycle.ts';
import { mapMongoErrors } from './mongodb-errors.ts';

/**
 * The database of a process, and the part that connects to it.
 * @param prepare makes what must be there before anything is read or written, e.g. indexes
 */
export function openMongodb(
  config: { readonly MONGODB_URL: string; readonly MONGODB_DATABASE: string },
  options: MongoClientOptions,
  prepare: (db: Db) => Promise<unknown> = async () => undefined,
) {
  const mongo = clientOf(config.MONGODB_URL, options);
  const db = mongo.db(config.MONGODB_DATABASE);
  const part: Component = {
    name: 'mongodb',
    server: mongodbServer(config),
    start: () =>
      mapMongoErrors(async () => {
        // Connected explicitly: a client whose first connection failed implicitly never tries again by itself.
        await mongo.connect();
        await prepare(db);
      }),
    stop: () => mongo.close(),
  };
  return { mongo, db, part };
}

function clientOf(url: string, options: MongoClientOptions): MongoClient {
  try {
    return new MongoClient(url, options);
  } catch {
    // What the driver says may quote it.
    throw new ConfigError(['MONGODB_URL: must have hosts, options and percent escapes that the driver takes']);
  }
}
