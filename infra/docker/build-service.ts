/**
 * Bundles the service of the current directory for production: our own TypeScript becomes one ES module,
 * `dist/main.js`, which needs Node 24 and the installed dependencies, but no TypeScript and no workspace. Programs of
 * threads (the files named `…-worker.ts`) become modules of their own beside it, because a thread is started from a file,
 * and so do commands (`src/…-command.ts`), which are run by hand in a container of the service.
 *
 * Dependencies from the registry stay outside: some are native, and some load parts of themselves at run time.
 */
import { globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const OWN_PACKAGES = '@fundlens/';

export async function buildService(serviceDirectory: string, outputDirectory = join(serviceDirectory, 'dist')) {
  await rm(outputDirectory, { recursive: true, force: true });
  const { errors, warnings, metafile } = await build({
    absWorkingDir: serviceDirectory,
    entryPoints: Object.fromEntries([...programsBesideMain(serviceDirectory), ['main', 'src/main.ts']]),
    outdir: outputDirectory,
    bundle: true,
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
  return { bytes: Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** The programs of threads and the commands, by the names of their modules. */
function programsBesideMain(serviceDirectory: string): [name: string, file: string][] {
  const files = globSync(['src/**/*-worker.ts', 'src/*-command.ts'], { cwd: serviceDirectory });
  return files.map((file) => [basename(file, '.ts'), file]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { name } = JSON.parse(await readFile('package.json', 'utf8')) as { name: string };
  const { bytes } = await buildService(process.cwd());
  console.log(`${name}: dist/main.js, ${Math.round(bytes / 1024)} KiB with source map`);
}
