import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdfPages } from '@fundlens/credit-reports/testing/pdf-text';
import { Redis } from 'ioredis';
import { BSON, type Collection, type Db, type MongoClient, MongoServerError } from 'mongodb';
import type { SsnSearch } from './ssn-search.ts';

/** A number that was found, and where. */
export type Leak = { readonly where: string; readonly planted: string; readonly as: string };

/** What was looked through, so that "nothing found" says where. */
export type Searched = {
  readonly place: string;
  readonly items: number;
  readonly leaks: Leak[];
  /** Why the place could not be searched; absent when it was. */
  readonly notSearched?: string;
};

/** "None was found" is a statement about what was searched: a place that was not searched is named, and is not clean. */
export function searchVerdict(all: readonly Searched[]): { readonly lines: string[]; readonly status: 0 | 1 | 3 } {
  const lines = all.flatMap(({ place, items, leaks, notSearched }) => [
    notSearched === undefined
      ? `${leaks.length === 0 ? 'clean' : 'FOUND'}  ${place}: ${items}`
      : `NOT SEARCHED  ${place}: ${notSearched}`,
    ...leaks.map(({ where, planted, as }) => `         ${where}: ${planted} (${as})`),
  ]);
  if (all.some(({ leaks }) => leaks.length > 0)) return { lines, status: 1 };
  return { lines, status: all.every(({ notSearched }) => notSearched === undefined) ? 0 : 3 };
}

/** Whether the next document is looked at in every encoding and within PDFs, which takes milliseconds, or for plain digits. */
export type IsThorough = () => boolean;
const ALWAYS: IsThorough = () => true;

/** All collections of the database, whatever they are: the bytes as stored, and every decoded value. */
export async function searchCollections(db: Db, search: SsnSearch, isThorough = ALWAYS): Promise<Searched[]> {
  const all: Searched[] = [];
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    const documents = db.collection(name).find<Buffer>({}, { raw: true, batchSize: 100 });
    all.push(await searchDocuments(`MongoDB ${name}`, documents, { search, isThorough }));
  }
  return all;
}

export const OPLOG = 'MongoDB oplog';

/**
 * Every change that the replication log still has of these databases, as bytes and decoded. A server that stands alone
 * keeps none, and a user may not be allowed to read it: then it is said to be not searched.
 */
export async function searchOplog(
  mongo: MongoClient,
  databases: readonly string[],
  { search, isThorough = ALWAYS }: { readonly search: SsnSearch; readonly isThorough?: IsThorough },
): Promise<Searched> {
  const oplog = mongo.db('local').collection('oplog.rs');
  const notSearched = await whyUnreadable(oplog);
  if (notSearched !== null) return { place: OPLOG, items: 0, leaks: [], notSearched };
  const parts: Searched[] = [];
  for (const database of databases) {
    // A range and no expression: the stand-in finds nothing by those.
    const entries = oplog.find<Buffer>({ ns: { $gte: `${database}.`, $lt: `${database}/` } }, { raw: true });
    parts.push(await searchDocuments(OPLOG, entries, { search, isThorough }));
  }
  const items = parts.reduce((sum, part) => sum + part.items, 0);
  return { place: OPLOG, items, leaks: distinct(parts.flatMap(({ leaks }) => leaks)) };
}

/** The oplog of a replica set begins with the entry that initiates the set, so an empty one says nothing either. */
async function whyUnreadable(oplog: Collection): Promise<string | null> {
  try {
    const first = await oplog.findOne({}, { projection: { _id: 0, ts: 1 } });
    return first === null ? 'local.oplog.rs does not exist, or holds nothing' : null;
  } catch (error) {
    if (error instanceof MongoServerError) return `local.oplog.rs cannot be read (${error.codeName ?? error.code})`;
    throw error;
  }
}

async function searchDocuments(
  place: string,
  documents: AsyncIterable<Buffer>,
  { search, isThorough }: { readonly search: SsnSearch; readonly isThorough: IsThorough },
): Promise<Searched> {
  const leaks: Leak[] = [];
  let items = 0;
  for await (const bytes of documents) {
    items += 1;
    const found = search.inBinary(bytes);
    if (isThorough()) {
      const { stored, text } = await searchable(bytes);
      found.push(...search.inBytes(stored), ...search.inText(text));
    }
    leaks.push(...found.map((finding) => ({ where: place, ...finding })));
  }
  return { place, items, leaks: distinct(leaks) };
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
export async function searchRedis(url: string, search: SsnSearch): Promise<Searched> {
  const redis = new Redis(url);
  try {
    const leaks: Leak[] = [];
    let items = 0;
    for await (const keys of redis.scanStream({ count: 500 })) {
      for (const key of keys as string[]) {
        items += 1;
        const found = [...search.inText(key), ...search.inText(await readKey(redis, key))];
        leaks.push(...found.map((finding) => ({ where: 'Redis', ...finding })));
      }
    }
    return { place: 'Redis', items, leaks: distinct(leaks) };
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
export async function searchFolder(folder: string, search: SsnSearch): Promise<Searched> {
  const leaks: Leak[] = [];
  let items = 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const bytes = await readIfThere(join(entry.parentPath, entry.name));
    if (bytes === null) continue;
    items++;
    const isText = bytes.length <= MAX_THOROUGH_BYTES && !/\.wt$|^WiredTiger/.test(entry.name);
    const searched = entry.name.startsWith('appendonly') ? withoutStreamIds(bytes) : bytes;
    const found = isText ? search.inBytes(searched) : search.inBinary(searched);
    leaks.push(...found.map((finding) => ({ where: entry.name, ...finding })));
  }
  return { place: `files in ${folder}`, items, leaks: distinct(leaks) };
}

/** The id of a stream's entry as a whole argument of a command in Redis's protocol: milliseconds of its clock, a count. */
const STREAM_ID = /(\$\d{2}\r\n)\d{13}-\d+\r\n/g;

/**
 * Redis's log of commands without the ids that Redis itself gives to the entries of streams. There are so many of them
 * that one in a dozen runs has the digits of some number of the demo; nothing of ours ever stands there.
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
