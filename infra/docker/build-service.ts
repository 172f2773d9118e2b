/**
 * Bundles the service of the current directory for production: our own TypeScript becomes ES modules in `dist/`, which need
 * Node 24 and the installed dependencies, but no TypeScript and no workspace. Each program is a module of its own: the
 * service (`src/main.ts`), commands (`src/…-command.ts`), and programs of threads (`…-worker.ts`, in the service or in a
 * package that it depends on), because a thread is started from a file.
 *
 * Dependencies from the registry stay outside: some are native, and some load parts of themselves at run time.
 */
import { globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const OWN_PACKAGES = '@fundlens/';
const WORKSPACE = fileURLToPath(new URL('../..', import.meta.url));

export async function buildService(serviceDirectory: string, outputDirectory = join(serviceDirectory, 'dist')) {
  const programs = programsOf(serviceDirectory);
  if (programs.length === 0) throw new Error(`${serviceDirectory} has no program`);
  await rm(outputDirectory, { recursive: true, force: true });
  const { errors, warnings, metafile } = await build({
    absWorkingDir: serviceDirectory,
    entryPoints: Object.fromEntries(programs.map((file) => [basename(file, '.ts'), file])),
    outdir: outputDirectory,
    bundle: true,
    // What a program imports only when it needs it stays a file of its own.
    splitting: true,
    // Beside the programs: threads and the local stack are found by paths relative to a module.
    chunkNames: 'chunk-[hash]',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    sourcemap: 'linked',
    metafile: true,
    logLevel: 'warning',
    plugins: [
      {
        name: 'registry-dependencies-stay-outside',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith(OWN_PACKAGES) ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  if (errors.length > 0 || warnings.length > 0) throw new Error(`${errors.length + warnings.length} problems`);
  return { programs, bytes: Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0) };
}

type Manifest = { readonly name: string; readonly dependencies: Readonly<Record<string, string>> };

function manifestOf(serviceDirectory: string): Manifest {
  return JSON.parse(readFileSync(join(serviceDirectory, 'package.json'), 'utf8')) as Manifest;
}

function programsOf(serviceDirectory: string): string[] {
  const own = globSync(['src/main.ts', 'src/*-command.ts', 'src/**/*-worker.ts'], { cwd: serviceDirectory });
  const packages = Object.keys(manifestOf(serviceDirectory).dependencies).filter((name) =>
    name.startsWith(OWN_PACKAGES),
  );
  const threads = packages.flatMap((name) => {
    const directory = join(WORKSPACE, 'shared', name.slice(OWN_PACKAGES.length));
    return globSync('src/**/*-worker.ts', { cwd: directory }).map((file) => join(directory, file));
  });
  return [...own, ...threads];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { name } = manifestOf(process.cwd());
  const { bytes, programs } = await buildService(process.cwd());
  const modules = programs.map((file) => `dist/${basename(file, '.ts')}.js`);
  console.log(`${name}: ${modules.join(', ')}, ${Math.round(bytes / 1024)} KiB with source maps`);
}
