import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidError } from '@fundlens/runtime/errors';
import { z } from 'zod';
import { replaceFile } from './replace-file.ts';
import { SERVER_NAMES, type ServerName } from './server.ts';

/**
 * What holds the data of a server. It is remembered, because sources come and go: a container engine that runs only
 * today would hide yesterday's data, and half of the servers would contradict the other half.
 */
export type ServerStorage = 'container' | 'process' | 'mongod' | 'prebuilt' | 'crate';
export type StorageByServer = { [Name in ServerName]?: ServerStorage | undefined };

const holder = z.enum(['container', 'process', 'mongod', 'prebuilt', 'crate']).optional();
const schema = z.object({ kafka: holder, registry: holder, mongodb: holder, redis: holder });
const FILE = 'storage.json';

/** What holds the data of earlier runs; empty before the first one. */
export function readStorage(dataDirectory: string): StorageByServer {
  try {
    return schema.parse(JSON.parse(readFileSync(join(dataDirectory, FILE), 'utf8')));
  } catch {
    return {}; // No file, or a damaged one: then the sources are chosen anew.
  }
}

/** To be called once the servers run. Keeps what is known of servers that run elsewhere this time. */
export function writeStorage(dataDirectory: string, storage: StorageByServer): void {
  replaceFile(join(dataDirectory, FILE), `${JSON.stringify({ ...readStorage(dataDirectory), ...storage })}\n`);
}

const IN_WORDS: Record<ServerStorage, string> = {
  container: 'in a container volume',
  process: 'with the local process',
  mongod: 'with the local mongod',
  prebuilt: 'with the prebuilt stand-in',
  crate: 'with the stand-in built from source',
};

/**
 * Compares what the servers will store in with what holds their data.
 * @param chosenByHand whether an option names the source; then that source is used
 * @returns one sentence for each server that begins anew
 * @throws InvalidError `data_elsewhere` when no option asks for the change
 */
export function checkStorage(next: StorageByServer, earlier: StorageByServer, chosenByHand: boolean): string[] {
  const moved = SERVER_NAMES.flatMap((name) => {
    const [from, to] = [earlier[name], next[name]];
    return from === undefined || to === undefined || from === to ? [] : [`${name} (${IN_WORDS[from]})`];
  });
  if (moved.length === 0) return [];
  if (chosenByHand) return [`starting without earlier data, as another source was chosen: ${moved.join(', ')}`];
  throw new InvalidError(
    'data_elsewhere',
    `The data of earlier runs are where this start cannot reach them: ${moved.join(', ')}. Make that available again (start the container engine, put mongod on the path), or begin anew with "npm run reset".`,
  );
}
