import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';

const HERE = import.meta.dirname;
/** The compiler of the repository; the one beside the client is what openapi-typescript needs. */
const COMPILER = join(HERE, '../../node_modules/.bin/tsc');

type Manifest = { readonly name: string; readonly version: string; readonly license: string };

/** Writes `src/api-types.ts`: the TypeScript types of the OpenAPI document, which are not committed. */
async function generateTypes(): Promise<void> {
  const document = await readFile(join(HERE, 'openapi.json'), 'utf8');
  const nodes = await openapiTS(document, { alphabetize: false, immutable: true });
  await writeFile(join(HERE, 'src/api-types.ts'), astToString(nodes));
}

/**
 * Writes the package that others install: JavaScript and types of each module, which need neither this repository nor Node,
 * and a manifest of its own. Inside the repository the sources are used as they are.
 */
export async function buildPackage(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await generateTypes();
  await promisify(execFile)(COMPILER, ['-p', 'tsconfig.build.json', '--outDir', directory], { cwd: HERE });
  await pointDeclarationsAtJavascript(directory);
  const manifest = JSON.parse(await readFile(join(HERE, 'package.json'), 'utf8')) as Manifest;
  await writeFile(join(directory, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`);
  for (const file of ['README.md', 'openapi.json']) await cp(join(HERE, file), join(directory, file));
}

/** The compiler rewrites the endings of imports in JavaScript only; not every tool finds `x.d.ts` for `x.ts`. */
async function pointDeclarationsAtJavascript(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith('.d.ts')) continue;
    const text = await readFile(join(directory, name), 'utf8');
    await writeFile(join(directory, name), text.replaceAll(/(from '\.\/[\w-]+)\.ts';/g, "$1.js';"));
  }
}

function publishedManifest({ name, version, license }: Manifest) {
  return {
    name,
    version,
    description: 'Typed client of the Fundlens API.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.3' },
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './openapi.json': './openapi.json',
      './package.json': './package.json',
    },
    types: './index.d.ts',
    files: ['*.js', '*.d.ts', 'openapi.json'],
    // Until the owner decides otherwise, a slip of the hand must not publish it to everybody.
    publishConfig: { access: 'restricted' },
  };
}

if (import.meta.main) await (process.argv[2] === 'types' ? generateTypes() : buildPackage(join(HERE, 'dist')));
