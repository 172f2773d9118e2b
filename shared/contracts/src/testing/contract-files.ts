import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import {
  CHECKSUMS_FILE,
  schemaPath,
  schemaText,
  schemaVersions,
  VERSIONS_FOLDER,
  versionPath,
} from '../schema-versions.ts';
import { contractPage } from './contract-page.ts';

/** What compilers of Avro take as their source folder: one file per event, with nothing of another version beside it. */
export const AVRO_FOLDER = join(import.meta.dirname, '../../avro');

export type ContractFile = { readonly path: string; readonly text: string };

/** What publishers in other languages take: the Avro schema of each event type, as it is registered. */
export function avroFiles(): ContractFile[] {
  return eventTypes.map((type) => ({
    path: join(AVRO_FOLDER, `${schemaPath(type)}.avsc`),
    text: schemaText(definitionOf(type).avro),
  }));
}

/** A version of each event whose schema is not the one of its last version; none when nothing changed. */
export function newVersionFiles(): ContractFile[] {
  return eventTypes.flatMap((type) => {
    const last = schemaVersions(type).at(-1);
    const text = schemaText(definitionOf(type).avro);
    if (last?.text === text) return [];
    return [{ path: join(VERSIONS_FOLDER, versionPath(type, (last?.version ?? 0) + 1)), text }];
  });
}

/** The checksums of all versions, when those that are new are written. */
export function checksumsFile(): ContractFile {
  const lines = eventTypes.flatMap(checksumsOf).toSorted((a, b) => (pathIn(a) < pathIn(b) ? -1 : 1));
  return { path: CHECKSUMS_FILE, text: `${lines.join('\n')}\n` };
}

function checksumsOf(type: EventType): string[] {
  return schemaVersions(type).map(({ path, text }) => `${createHash('sha256').update(text).digest('hex')}  ${path}`);
}

function pathIn(line: string): string {
  return line.slice(line.indexOf('  ') + 2);
}

/** The page of all events. */
export function pageFile(): ContractFile {
  return { path: join(import.meta.dirname, '../../EVENTS.md'), text: contractPage() };
}
