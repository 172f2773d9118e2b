import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { publishedRoutes } from '@fundlens/query/testing/published-routes';
import { responseExamples } from './response-examples.ts';

/** Every operation, a test that asks it by its path, and one real answer. */
export const OPERATIONS_FILE = join(import.meta.dirname, '../../services/query/API.md');

const ROOT = join(import.meta.dirname, '../..');
/** Where operations are asked over HTTP; the first that asks is the one that is named. */
const TEST_FOLDERS = ['services/query/src/routes', 'test/invariants', 'test/e2e'];

export const UNTESTED = 'none';

const HEAD = `# API reference

Every operation of \`/api/v1\`, a test of it over HTTP, and below the \`data\` of one response: the demo's events,
redacted and rendered. Written by \`npm run generate\`; a test holds it up to date and fails for an operation without a
test.`;

type TestFile = { readonly file: string; readonly text: string };

export async function operationsPage(): Promise<string> {
  const tests = await testFiles();
  const examples = await responseExamples();
  const operations = publishedRoutes().map(({ path, operation, summary }) => ({
    shown: `GET ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    summary,
    test: testOf(path, tests),
    example: examples[operation],
  }));
  const rows = operations.map(({ shown, summary, test }) => `| \`${shown}\` | ${summary} | ${test} |`);
  const table = ['| operation | what it does | test |', '| --- | --- | --- |', ...rows].join('\n');
  const answers = operations.flatMap(({ shown, example }) =>
    example === undefined ? [] : [`## ${shown}\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``],
  );
  return `${[HEAD, table, ...answers].join('\n\n')}\n`;
}

/** File and title of the first test that asks for the path. */
function testOf(path: string, tests: readonly TestFile[]): string {
  for (const { file, text } of tests) {
    const asked = askedAt(text, path);
    if (asked !== null) return `\`${file}\`: ${titleAround(text, asked)}`;
  }
  return UNTESTED;
}

/** The title of the test around the position or, for what several tests of a group share, of the first of them. */
function titleAround(text: string, position: number): string {
  const titles = [...text.matchAll(/^ *it\b.*?\((["'`])(.*)\1,/gm)];
  const groups = [...text.matchAll(/^describe\b/gm)].map(({ index }) => index);
  const group = groups.findLast((index) => index < position) ?? 0;
  const within = titles.filter(({ index }) => index > group);
  const found = within.findLast(({ index }) => index < position) ?? within.find(({ index }) => index > position);
  return found?.[2] ?? '';
}

/** Where a test has the path in a string, with any id in place of a parameter; its own group comes first. */
function askedAt(text: string, path: string): number | null {
  const shown = path.replaceAll(/:(\w+)/g, '{$1}');
  const position = shown.lastIndexOf('/') + 1;
  const isNamed = text.includes(`['${shown.slice(position)}'`);
  for (const title of [shown, ...(isNamed ? [`${shown.slice(0, position)}%s`] : [])]) {
    const group = text.indexOf(`('GET ${title}',`);
    if (group >= 0) return group;
  }
  const pattern = path.replaceAll(/:\w+/g, '[^/\'"`?\\s]+');
  return new RegExp(`['"\`]${pattern}(?=['"\`?])`).exec(text)?.index ?? null;
}

async function testFiles(): Promise<TestFile[]> {
  const found: TestFile[] = [];
  for (const folder of TEST_FOLDERS) {
    const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!/\.(int|e2e)\.test\.ts$/.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      found.push({ file: relative(ROOT, file), text: await readFile(file, 'utf8') });
    }
  }
  return found;
}
