import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FatalError } from '@fundlens/runtime/errors';
import { writeOpenapiFile } from '../docs/openapi-file.ts';
import { pythonWith } from './python-packages.ts';

/** What the generated code gets wrong; each is found in some file, or generating fails. */
const REPAIRS = [
  {
    // It passes over `explode: false` and would repeat the parameter, which the service refuses.
    files: 'fundlens_client/api/**/*.py',
    found: /^( *)params = \{k: v for k, v in params\.items\(\) if v is not UNSET and v is not None\}$/m,
    replacement: '$&\n$1params = {k: ",".join(v) if isinstance(v, list) else v for k, v in params.items()}',
  },
  {
    // A vocabulary may grow: a value that is newer than the client must not make an answer unreadable.
    files: 'fundlens_client/models/*.py',
    found: /raise TypeError\(\s*f"Unexpected value \{value!r\}\. Expected one of \{\w+!r\}"\s*\)/,
    replacement: 'return value  # type: ignore[return-value]',
  },
] as const;

/**
 * `npm run client:python -- DIRECTORY`: writes a Python package with a function for each operation and a class for each schema of the OpenAPI document. Replaces
 * what is there.
 * @returns what the generator has said
 */
export async function generatePythonClient(directory: string): Promise<string> {
  const generator = await pythonWith('openapi-python-client');
  await rm(directory, { recursive: true, force: true });
  const { status, output } = await generator.run([
    ...['-m', 'openapi_python_client', 'generate', '--path', await writeOpenapiFile(), '--output-path', directory],
    ...['--config', join(import.meta.dirname, 'python-client.yaml'), '--meta', 'setup', '--fail-on-warning'],
  ]);
  if (status !== 0)
    throw new FatalError('tool_failed', `openapi-python-client could not read the document:\n${output}`);
  for (const one of REPAIRS) await repair(directory, one);
  return output;
}

async function repair(directory: string, { files, found, replacement }: (typeof REPAIRS)[number]): Promise<void> {
  let repaired = 0;
  for await (const file of glob(files, { cwd: directory })) {
    const text = await readFile(join(directory, file), 'utf8');
    if (!found.test(text)) continue;
    repaired += 1;
    await writeFile(join(directory, file), text.replace(found, replacement));
  }
  if (repaired === 0)
    throw new FatalError('tool_failed', `the generated code no longer has what is repaired in ${files}`);
}

if (import.meta.main) {
  const directory = resolve(process.argv[2] ?? 'python-client');
  await generatePythonClient(directory);
  console.log(`The Python client is in ${directory}. Install it: python3 -m pip install ${directory}`);
}
