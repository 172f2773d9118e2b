import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AvroRecord } from '../definition/avro-schema.ts';
import { definitionOf, type EventType } from '../event-types.ts';

/**
 * The schemas that records may have been written with, all of them, as files: the topics are the system of record, and a
 * rebuild reads what the first publisher wrote.
 */
export const VERSIONS_FOLDER = join(import.meta.dirname, '../../avro-versions');

/** One line per version, `<sha256>  <path>`, as `sha256sum -c` reads it: a version never changes. */
export const CHECKSUMS_FILE = join(VERSIONS_FOLDER, 'SHA256SUMS');

/** `fundlens/crm/ContactChanged/v1.avsc`: where compilers of Avro put a record, and look for it. */
export function versionPath(type: EventType, version: number): string {
  return `${definitionOf(type).fullName.replaceAll('.', '/')}/v${version}.avsc`;
}

/**
 * Every schema that publishers of the event were ever given, the first one first, with its file below the folder of versions.
 * Empty for an event that is new. A registry numbers what it was given, so its versions of a subject may be others.
 */
export function schemaVersions(type: EventType) {
  const folder = join(VERSIONS_FOLDER, versionPath(type, 1), '..');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((_, index) => {
    const version = index + 1;
    const path = versionPath(type, version);
    const text = readFileSync(join(VERSIONS_FOLDER, path), 'utf8');
    return { version, path, text, schema: JSON.parse(text) as AvroRecord };
  });
}
