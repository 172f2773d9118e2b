import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fetchArtifact } from '@fundlens/local/download-cache';
import { cacheDirectory } from '../../infra/local/src/artifacts.mjs';
import { OPENAPI_FILE } from '../docs/openapi-file.ts';

/**
 * `npm run lint:openapi`: two public linters with all recommended rules on, of which not even a hint may be left. They are no
 * dependencies, because one of them brings 150 packages; they are fetched once, and need no network after that. `npm test`
 * holds the document to the rules of the second one without them (services/query/src/openapi/document.test.ts).
 */
const LINTERS = [
  {
    name: '@stoplight/spectral-cli',
    version: '6.16.3',
    program: 'spectral',
    args: ['lint', '--ruleset', join(import.meta.dirname, 'spectral.yaml'), '--fail-severity', 'hint', OPENAPI_FILE],
  },
  {
    name: '@redocly/cli',
    version: '2.77.0',
    program: 'redocly',
    args: ['lint', '--extends', 'recommended-strict', OPENAPI_FILE],
  },
] as const;

const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', SCARF_ANALYTICS: 'false' };

type Linter = (typeof LINTERS)[number];

async function fetchLinter({ name, version, program }: Linter): Promise<string> {
  const directory = await fetchArtifact(
    cacheDirectory(process.env),
    {
      name: program,
      version,
      work: { doing: 'downloading', extent: 'some 50 MB' },
      landmark: 'node_modules/.bin',
      fill: (target) => install(target, `${name}@${version}`),
    },
    { report: (line) => console.error(line), now: Date.now },
  );
  return join(directory, 'node_modules', '.bin', program);
}

async function install(directory: string, requested: string): Promise<void> {
  const args = [
    'install',
    '--prefix',
    directory,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    requested,
  ];
  const { status, error } = spawnSync('npm', args, { cwd: directory, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0)
    throw new Error(`npm could not install ${requested}; is the package registry reachable?`, { cause: error });
}

for (const linter of LINTERS) {
  const program = await fetchLinter(linter);
  console.log(`\n${linter.name} ${linter.version}`);
  const { status } = spawnSync(program, linter.args, { stdio: 'inherit', env: { ...process.env, ...QUIET } });
  if (status !== 0) process.exitCode = 1;
}
