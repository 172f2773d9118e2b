import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asyncapiDocument } from '@fundlens/contracts/asyncapi';
import { contractReference, type SampleReference } from '@fundlens/contracts/event-reference';
import { schemaVersions } from '@fundlens/contracts/schema-versions';
import { eventExamples } from './event-examples.ts';

const CONTRACTS = fileURLToPath(new URL('../../shared/contracts/', import.meta.url));

/** What generators of code and viewers of other teams read, and where a reviewer sees a change of the contract. */
export const ASYNCAPI_FILE = join(CONTRACTS, 'asyncapi.json');
/** What the query service shows at /docs/events. */
export const REFERENCE_FILE = join(CONTRACTS, 'event-reference.json');

export function asyncapiFile(): string {
  return json(asyncapiDocument(eventExamples()));
}

export function referenceFile(): string {
  const examples = eventExamples();
  return json(contractReference({ examples, versions: (type) => schemaVersions(type), samples: samples() }));
}

/** Programs in the order in which most readers look for them; a folder with another name comes last. */
const LANGUAGES = ['python', 'java', 'go', 'kcat'];
/** Of each folder the program first, then what it is built with. */
const PROGRAM = /\.(?:py|java|go|sh)$/;
const SHOWN = /\.(?:py|java|go|sh|xml|txt|toml|mod)$/;

/** `shared/contracts/samples/<language>/…`: each file that is written by hand, but for what is for readers of the folder. */
function samples(): SampleReference[] {
  const files = globSync('samples/*/**/*', { cwd: CONTRACTS, exclude: ['**/target/**', '**/node_modules/**'] });
  const isLater = (path: string) => Number(!PROGRAM.test(path));
  const shown = files
    .filter((path) => SHOWN.test(path))
    .toSorted((a, b) => isLater(a) - isLater(b) || (a < b ? -1 : 1));
  const byLanguage = Object.groupBy(shown, (path) => path.split('/')[1] ?? '');
  return Object.entries(byLanguage)
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([language, paths = []]) => ({
      language,
      files: paths.map((path) => ({ path, text: readFileSync(join(CONTRACTS, path), 'utf8') })),
    }));
}

function placeOf(language: string): number {
  const place = LANGUAGES.indexOf(language);
  return place === -1 ? LANGUAGES.length : place;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
