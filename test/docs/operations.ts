import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { publishedRoutes } from '@fundlens/query/testing/published-routes';
import { answerExamples } from './answer-examples.ts';

/** Every operation, a test that asks it by its path, and one real answer. */
export const OPERATIONS_FILE = join(import.meta.dirname, '../../services/query/OPERATIONS.md');

const ROOT = join(import.meta.dirname, '../..');
/** Where operations are asked over HTTP; the first that asks is the one that is named. */
const TEST_FOLDERS = ['services/query/src/routes', 'test/invariants', 'test/e2e'];

export const UNTESTED = 'none';

const HEAD = `# Operations

Every operation of \`/api/v1\`, a test that asks it over HTTP, and the \`data\` of one answer: the demo's events, redacted
and rendered. Written by \`npm run openapi\`; a test holds it up to date and fails for an operation without a test.
`;

type TestFile = { readonly file: string; readonly text: string };

export async function operationsPage(): Promise<string> {
  const tests = await testFiles();
  const examples = await answerExamples();
  const sections = publishedRoutes().map(({ path, operation, summary }) => {
    const shown = path.replaceAll(/:(\w+)/g, '{$1}');
    const asking = tests.find(({ text }) => asks(text, path));
    const example = examples[operation];
    const answer = example === undefined ? [] : ['', '```json', JSON.stringify(example, null, 2), '```'];
    return [`## GET ${shown}`, '', `${summary}. Test: \`${asking?.file ?? UNTESTED}\`.`, ...answer].join('\n');
  });
  return `${[HEAD.trimEnd(), ...sections].join('\n\n')}\n`;
}

/** Whether a test has the path in a string, with any id in the place of a parameter. */
function asks(text: string, path: string): boolean {
  const pattern = path.replaceAll(/:\w+/g, '[^/\'"`?\\s]+');
  return new RegExp(`['"\`]${pattern}(?=['"\`?])`).test(text);
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
