import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
// @ts-expect-error: the driver publishes no types of its parts.
import { Connection } from 'mongodb/lib/cmap/connection.js';
import { ConfigError } from './config.ts';
import { mongodbServer } from './configured-servers.ts';
import type { Component } from './lifecycle.ts';
import { mapMongoErrors } from './mongodb-errors.ts';

/**
 * The driver (7.8.0) waits until what it writes has left the socket, for ever where that closes meanwhile: the operation never
 * ends, and its connection never returns to the pool. Told that the socket has drained it finds the connection closed.
 */
const { cleanup } = Connection.prototype;
Connection.prototype.cleanup = function endWrites(error: Error) {
  cleanup.call(this, error);
  setImmediate(() => this.socket.emit('drain'));
};

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
  // It looks ten times a second for connections that have ended, and finds each again when it is needed. No option, but heeded.
  Object.assign(mongo.options, { minPoolSizeCheckFrequencyMS: 10_000 });
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
