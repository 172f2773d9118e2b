import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Collection, type MongoClient, MongoServerError } from 'mongodb';
import { distinct, type Leak, searchable } from './leak-search.ts';
import type { Planted, SsnSearch } from './ssn-search.ts';

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

export const OPLOG = 'MongoDB oplog (entries)';

/**
 * Every change that the replication log still has of these databases, as bytes and decoded. A server that stands alone
 * keeps none, and a user may not be allowed to read it: then it is said to be not searched.
 */
export async function leaksInOplog(
  mongo: MongoClient,
  databases: readonly string[],
  search: SsnSearch,
): Promise<Searched> {
  const leaks: Leak[] = [];
  let items = 0;
  const oplog = mongo.db('local').collection('oplog.rs');
  const notSearched = await whyUnreadable(oplog);
  if (notSearched !== null) return { place: OPLOG, items, leaks, notSearched };
  for (const database of databases) {
    // A range and no expression: the stand-in finds nothing by those.
    const entries = oplog.find<Buffer>({ ns: { $gte: `${database}.`, $lt: `${database}/` } }, { raw: true });
    for await (const bytes of entries) {
      items++;
      const { stored, text } = await searchable(bytes);
      for (const finding of [...search.inBytes(stored), ...search.inText(text)]) {
        leaks.push({ where: 'MongoDB oplog', ...finding });
      }
    }
  }
  return { place: OPLOG, items, leaks: distinct(leaks) };
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

/** Larger files are only scanned for digits: the thorough search takes seconds for each megabyte. */
const MAX_THOROUGH_BYTES = 4 * 1024 * 1024;

/**
 * All files below a folder as their bytes are. Of a store that compresses its pages this sees what is not compressed
 * (its log); what the pages hold is searched through the protocol.
 */
export async function leaksInFolder(
  place: string,
  { folder, numbers, search }: { readonly folder: string; readonly numbers: Planted; readonly search: SsnSearch },
): Promise<Searched> {
  const leaks: Leak[] = [];
  let items = 0;
  const names = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of names.filter((candidate) => candidate.isFile())) {
    const bytes = await readIfThere(join(entry.parentPath, entry.name));
    if (bytes === null) continue;
    items++;
    const isText = bytes.length <= MAX_THOROUGH_BYTES && !/\.wt$|^WiredTiger/.test(entry.name);
    const searched = entry.name.startsWith('appendonly') ? withoutStreamIds(bytes) : bytes;
    const found = isText ? search.inBytes(searched) : digitsIn(searched, numbers);
    leaks.push(...found.map((finding) => ({ where: `${place} ${entry.name}`, ...finding })));
  }
  return { place: `${place} (files)`, items, leaks: distinct(leaks) };
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

const LENGTH = 9;

/**
 * Nine digits, one sign at most between two of them, that do not go on: in binary data anything longer or looser is
 * found by chance.
 */
export function digitsIn(bytes: Uint8Array, numbers: Planted): { planted: string; as: string }[] {
  const found = new Map<string, { planted: string; as: string }>();
  let run = '';
  let gap = 0;
  const take = (): void => {
    const place = run.length === LENGTH ? numbers.get(run) : undefined;
    if (place !== undefined) found.set(place, { planted: place, as: 'digits' });
    run = '';
  };
  for (const byte of bytes) {
    if (byte >= 0x30 && byte <= 0x39) {
      if (run.length <= LENGTH) run += String.fromCharCode(byte);
      gap = 0;
    } else if (run !== '') {
      gap++;
      if (gap > 1 || !isSeparator(byte)) take();
    }
  }
  take();
  return [...found.values()];
}

/** Space, dash, dot, slash; and the zero bytes of UTF-16. */
function isSeparator(byte: number): boolean {
  return byte === 0x20 || byte === 0x2d || byte === 0x2e || byte === 0x2f || byte === 0;
}
