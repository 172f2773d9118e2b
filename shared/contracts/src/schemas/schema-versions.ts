import { readdirSync, readFileSync } from 'node:fs';
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

export type SchemaVersion = {
  /** 1 is the first. A registry numbers what it was given, so its versions of a subject may be others. */
  readonly version: number;
  /** Below the folder of versions. */
  readonly path: string;
  /** The schema as a file. */
  readonly text: string;
  readonly schema: AvroRecord;
};

/** `fundlens/crm/ContactChanged` of `fundlens.crm.ContactChanged`: where compilers of Avro put a record, and look for it. */
export function schemaPath(type: EventType): string {
  return definitionOf(type).fullName.replaceAll('.', '/');
}

export function schemaText(schema: AvroRecord): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

export function versionPath(type: EventType, version: number): string {
  return `${schemaPath(type)}/v${version}.avsc`;
}

/** Every schema that publishers of the event were ever given, the first one first. Empty for an event that is new. */
export function schemaVersions(type: EventType, folder = VERSIONS_FOLDER): SchemaVersion[] {
  const names = filesIn(join(folder, schemaPath(type)));
  const numbers = names.flatMap((name) => /^v(\d+)\.avsc$/.exec(name)?.[1] ?? []).map(Number);
  return numbers
    .toSorted((a, b) => a - b)
    .map((version) => {
      const path = versionPath(type, version);
      const text = readFileSync(join(folder, path), 'utf8');
      return { version, path, text, schema: JSON.parse(text) as AvroRecord };
    });
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
