import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidError } from '@fundlens/runtime/errors';
import { z } from 'zod';
import { replaceFile } from './replace-file.ts';
import { SERVER_NAMES, type ServerName } from './server.ts';

/**
 * Where a server's data are. They are remembered, because sources come and go: with a container engine that happens to
 * run today, yesterday's data would seem lost, and half of the servers would contradict the other half.
 */
export type Place = 'container' | 'process' | 'mongod' | 'prebuilt' | 'crate';
export type Places = { [Name in ServerName]?: Place | undefined };

const place = z.enum(['container', 'process', 'mongod', 'prebuilt', 'crate']).optional();
const schema = z.object({ kafka: place, registry: place, mongodb: place, redis: place });
const FILE = 'places.json';

/** The places of earlier runs; none when nothing was stored yet. */
export function readPlaces(dataDirectory: string): Places {
  try {
    return schema.parse(JSON.parse(readFileSync(join(dataDirectory, FILE), 'utf8')));
  } catch {
    return {}; // No file, or one that somebody changed: then the sources are chosen anew.
  }
}

/** To be called once the servers run; places of servers that run elsewhere this time are kept. */
export function writePlaces(dataDirectory: string, places: Places): void {
  replaceFile(join(dataDirectory, FILE), `${JSON.stringify({ ...readPlaces(dataDirectory), ...places })}\n`);
}

const IN_WORDS: Record<Place, string> = {
  container: 'in a container volume',
  process: 'with the local process',
  mongod: 'with the local mongod',
  prebuilt: 'with the prebuilt stand-in',
  crate: 'with the stand-in built from source',
};

/**
 * Compares where servers are to run with where their data are.
 * @param chosenByHand whether the person chose the source, who then gets what was asked for
 * @returns one sentence for each server that begins anew
 * @throws InvalidError `data_elsewhere` when nobody asked for it
 */
export function checkPlaces(next: Places, earlier: Places, chosenByHand: boolean): string[] {
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
