import { execFile } from 'node:child_process';
import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import source from './package.json' with { type: 'json' };

// Writes to `dist` the package that others install: JavaScript and types of each module, which need neither this repository
// nor Node, and a manifest of its own. Inside the repository the sources are used as they are.
const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');
/** The compiler of the repository; the one beside the client is what openapi-typescript needs. */
const COMPILER = join(HERE, '../../node_modules/.bin/tsc');

await rm(DIST, { recursive: true, force: true });
await promisify(execFile)(COMPILER, ['-p', 'tsconfig.build.json'], { cwd: HERE });
// The compiler rewrites the endings of imports in JavaScript only; not every tool finds `x.d.ts` for `x.ts`.
for await (const file of glob('*.d.ts', { cwd: DIST })) {
  const text = await readFile(join(DIST, file), 'utf8');
  await writeFile(join(DIST, file), text.replaceAll(/(from '\.\/[\w-]+)\.ts';/g, "$1.js';"));
}
// Only the sources are private. Until the owner decides otherwise, a slip of the hand must not publish this to everybody.
const { private: _, scripts, devDependencies, ...manifest } = source;
const publishConfig = { access: 'restricted' };
const exports = { '.': './client.js', './openapi.json': './openapi.json', './package.json': './package.json' };
await writeFile(
  join(DIST, 'package.json'),
  JSON.stringify({ ...manifest, types: './client.d.ts', exports, publishConfig }, null, 2),
);
for (const file of ['README.md', 'openapi.json']) await cp(join(HERE, file), join(DIST, file));
