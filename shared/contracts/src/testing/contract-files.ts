import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import { CHECKSUMS_FILE, schemaVersions, VERSIONS_FOLDER, versionPath } from '../schemas/schema-versions.ts';

export type ContractFile = { readonly path: string; readonly text: string };

/** A version of each event whose schema is not the one of its last version; none when nothing changed. */
export function newVersionFiles(): ContractFile[] {
  return eventTypes.flatMap((type) => {
    const last = schemaVersions(type).at(-1);
    const text = `${JSON.stringify(definitionOf(type).avro, null, 2)}\n`;
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
