import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdfPages } from '@fundlens/credit-reports/testing/pdf-text';
import { Redis } from 'ioredis';
import { BSON, type Db } from 'mongodb';
import type { SsnSearch } from './ssn-search.ts';

/** A number that was found, and where. */
export type Leak = { readonly where: string; readonly planted: string; readonly as: string };

/** All collections of the database, whatever they are: the bytes as stored, and every decoded value. */
export async function leaksInMongodb(db: Db, search: SsnSearch): Promise<Leak[]> {
  const leaks: Leak[] = [];
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    const documents = db.collection(name).find<Buffer>({}, { raw: true, batchSize: 100 });
    for await (const bytes of documents) {
      const { stored, text } = await searchable(bytes);
      const found = [...search.inBytes(stored), ...search.inText(text)];
      leaks.push(...found.map((finding) => ({ where: `MongoDB ${name}`, ...finding })));
    }
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
export async function leaksInRedis(url: string, search: SsnSearch): Promise<Leak[]> {
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

export async function leaksInFiles(directory: string, search: SsnSearch): Promise<Leak[]> {
  const leaks: Leak[] = [];
  for (const name of await readdir(directory)) {
    const found = search.inBytes(await readFile(join(directory, name)));
    leaks.push(...found.map((finding) => ({ where: `log ${name}`, ...finding })));
  }
  return distinct(leaks);
}

export function distinct(leaks: readonly Leak[]): Leak[] {
  return [...new Map(leaks.map((leak) => [`${leak.where} ${leak.planted}`, leak])).values()];
}
