import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractReference, type SampleReference } from './event-reference.ts';
import { schemaVersions } from './schema-versions.ts';

const ROOT = join(import.meta.dirname, '..');

/** Programs in the order in which most readers look for them. */
const LANGUAGES = ['python', 'java', 'go', 'kcat'];
/** Of each folder the program first, then what it is built with. What is installed or built there is not shown. */
const PROGRAM = /\.(?:py|java|go|sh)$/;
const SHOWN = /\.(?:py|java|go|sh|xml|txt|toml|mod)$/;

/**
 * What the query service shows at /docs/events: made of this checkout's definitions and its files of schemas and samples. A
 * bundle has none of these files, so the build puts the value in the place of this module.
 */
export const reference = contractReference({
  versions: (type) => schemaVersions(type),
  samples: samples(),
});

function samples(): SampleReference[] {
  return LANGUAGES.map((language) => {
    const paths = globSync(`samples/${language}/*`, { cwd: ROOT }).filter((path) => SHOWN.test(path));
    const programs = paths.filter((path) => PROGRAM.test(path)).toSorted();
    const others = paths.filter((path) => !PROGRAM.test(path)).toSorted();
    const files = [...programs, ...others].map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
    return { language, files };
  });
}
