import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdfPages } from '@fundlens/credit-reports/testing/pdf-text';
import { Redis } from 'ioredis';
import { BSON, type Db, type MongoClient } from 'mongodb';
import type { SsnSearch } from './ssn-search.ts';

/** A number that was found, and where. */
export type Leak = { readonly where: string; readonly planted: string; readonly as: string };

/** Whether the next document is looked at in every encoding and within PDFs, which takes milliseconds, or for plain digits. */
export type IsThorough = () => boolean;
const ALWAYS: IsThorough = () => true;

/** All collections of the database, whatever they are: the bytes as stored, and every decoded value. */
export async function searchCollections(db: Db, search: SsnSearch, isThorough = ALWAYS): Promise<Leak[]> {
  const leaks: Leak[] = [];
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    const documents = db.collection(name).find<Buffer>({}, { raw: true, batchSize: 100 });
    leaks.push(...(await searchDocuments(`MongoDB ${name}`, documents, { search, isThorough })));
  }
  return leaks;
}

/**
 * Every change that the replication log still has of this database, as bytes and decoded.
 * @throws where there is nothing to search: a server that stands alone keeps no log
 */
export async function searchOplog(
  mongo: MongoClient,
  database: string,
  { search, isThorough }: { readonly search: SsnSearch; readonly isThorough: IsThorough },
): Promise<Leak[]> {
  const oplog = mongo.db('local').collection('oplog.rs');
  // That of a replica set begins with the entry that initiates the set.
  if ((await oplog.findOne()) === null) throw new Error('local.oplog.rs does not exist, or holds nothing');
  // A range and no expression: the stand-in finds nothing by those.
  const entries = oplog.find<Buffer>({ ns: { $gte: `${database}.`, $lt: `${database}/` } }, { raw: true });
  return await searchDocuments('MongoDB oplog', entries, { search, isThorough });
}

async function searchDocuments(
  place: string,
  documents: AsyncIterable<Buffer>,
  { search, isThorough }: { readonly search: SsnSearch; readonly isThorough: IsThorough },
): Promise<Leak[]> {
  const leaks: Leak[] = [];
  for await (const bytes of documents) {
    const found = search.inBinary(bytes);
    if (isThorough()) {
      const { stored, text } = await searchable(bytes);
      found.push(...search.inBytes(stored), ...search.inText(text));
    }
    leaks.push(...found.map((finding) => ({ where: place, ...finding })));
  }
  return distinct(leaks);
}

/**
 * The bytes of a document, and its values as text: numbers in BSON are binary. A PDF compresses what it shows, so its
 * pages stand in its place.
 */
export async function searchable(bytes: Buffer): Promise<{ readonly stored: Uint8Array; readonly text: string }> {
  const document = BSON.deserialize(bytes);
  const pages: string[] = [];
  const without = await withoutPdfs(document, pages);
  const stored = pages.length === 0 ? bytes : BSON.serialize(without as BSON.Document);
  return { stored, text: [BSON.EJSON.stringify(without, { relaxed: true }), ...pages].join('\n') };
}

const PDF = Buffer.from('%PDF-');

async function withoutPdfs(value: unknown, pages: string[]): Promise<unknown> {
  if (value instanceof BSON.Binary && PDF.equals(value.value().subarray(0, PDF.length))) {
    pages.push(...(await pdfPages(value.value())));
    return null;
  }
  if (Array.isArray(value)) return await Promise.all(value.map((item) => withoutPdfs(item, pages)));
  if (value === null || typeof value !== 'object' || '_bsontype' in value || value instanceof Date) return value;
  const members = Object.entries(value).map(async ([name, item]) => [name, await withoutPdfs(item, pages)] as const);
  return Object.fromEntries(await Promise.all(members));
}

/** All keys and values of the server, those of others too. */
export async function searchRedis(url: string, search: SsnSearch): Promise<Leak[]> {
  const redis = new Redis(url);
  try {
    const leaks: Leak[] = [];
    for await (const keys of redis.scanStream({ count: 500 })) {
      for (const key of keys as string[]) {
        const found = [...search.inText(key), ...search.inText(await readKey(redis, key))];
        leaks.push(...found.map((finding) => ({ where: 'Redis', ...finding })));
      }
    }
    return distinct(leaks);
  } finally {
    redis.disconnect();
  }
}

async function readKey(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key);
  if (type === 'string') return (await redis.get(key)) ?? '';
  if (type === 'hash') return JSON.stringify(await redis.hgetall(key));
  if (type === 'list') return JSON.stringify(await redis.lrange(key, 0, -1));
  if (type === 'set') return JSON.stringify(await redis.smembers(key));
  if (type === 'zset') return JSON.stringify(await redis.zrange(key, '0', '-1', 'WITHSCORES'));
  // Without the ids of the entries, which Redis makes of its clock: see `withoutStreamIds`.
  if (type === 'stream') return JSON.stringify((await redis.xrange(key, '-', '+')).map(([, fields]) => fields));
  // It expired between the two questions.
  if (type === 'none') return '';
  throw new Error(`Redis holds a ${type}, which the search does not know`);
}

/** Larger files are only scanned for digits: the thorough search takes seconds for each megabyte. */
const MAX_THOROUGH_BYTES = 4 * 1024 * 1024;

/**
 * All files below a folder as their bytes are. Of a store that compresses its pages this sees what is not compressed
 * (its log); what the pages hold is searched through the protocol.
 */
export async function searchFolder(folder: string, search: SsnSearch): Promise<Leak[]> {
  const leaks: Leak[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const bytes = await readIfThere(join(entry.parentPath, entry.name));
    if (bytes === null) continue;
    const isText = bytes.length <= MAX_THOROUGH_BYTES && !/\.wt$|^WiredTiger/.test(entry.name);
    const searched = entry.name.startsWith('appendonly') ? withoutStreamIds(bytes) : bytes;
    const found = isText ? search.inBytes(searched) : search.inBinary(searched);
    leaks.push(...found.map((finding) => ({ where: entry.name, ...finding })));
  }
  return distinct(leaks);
}

/** The id of a stream's entry as a whole argument of a command in Redis's protocol: milliseconds of its clock, a count. */
const STREAM_ID = /(\$\d{2}\r\n)\d{13}-\d+\r\n/g;

/**
 * Redis's log of commands without the ids that Redis itself gives to the entries of streams. There are so many of them
 * that one in a dozen runs has the digits of some planted number; nothing of ours ever stands there.
 */
export function withoutStreamIds(log: Buffer): Buffer {
  return Buffer.from(log.toString('latin1').replaceAll(STREAM_ID, '$1id\r\n'), 'latin1');
}

/** Null for a file that a server at work has removed since the folder was listed: what it held is in another one. */
async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function distinct(leaks: readonly Leak[]): Leak[] {
  return [...new Map(leaks.map((leak) => [`${leak.where} ${leak.planted}`, leak])).values()];
}
