import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FatalError } from '@fundlens/runtime/errors';
import { OPENAPI_FILE } from '../docs/openapi-file.ts';
import { pythonWith } from './python-packages.ts';

/** As every generated function ends its parameters. */
const PARAMETERS = 'params = {k: v for k, v in params.items() if v is not UNSET and v is not None}';
const JOINED = 'params = {k: ",".join(v) if isinstance(v, list) else v for k, v in params.items()}';

/**
 * Writes a Python package with a function for each operation and a class for each schema of the OpenAPI document. Replaces
 * what is there.
 * @returns what the generator has said
 */
export async function generatePythonClient(directory: string): Promise<string> {
  const generator = await pythonWith('openapi-python-client');
  await rm(directory, { recursive: true, force: true });
  const { status, output } = await generator.run([
    ...['-m', 'openapi_python_client', 'generate', '--path', OPENAPI_FILE, '--output-path', directory],
    ...['--config', join(import.meta.dirname, 'python-client.yaml'), '--meta', 'setup', '--fail-on-warning'],
  ]);
  if (status !== 0)
    throw new FatalError('tool_failed', `openapi-python-client could not read the document:\n${output}`);
  await joinLists(directory);
  return output;
}

/** The generator passes over `explode: false` and would repeat the parameter, which the service refuses. */
async function joinLists(directory: string): Promise<void> {
  let changed = 0;
  for await (const file of glob('fundlens_client/api/**/*.py', { cwd: directory })) {
    const text = await readFile(join(directory, file), 'utf8');
    if (!text.includes(PARAMETERS)) continue;
    changed += 1;
    await writeFile(join(directory, file), text.replace(PARAMETERS, `${PARAMETERS}\n    ${JOINED}`));
  }
  if (changed === 0)
    throw new FatalError('tool_failed', 'the generated code no longer has the line that lists are joined after');
}
