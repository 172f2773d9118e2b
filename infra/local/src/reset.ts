import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { failureCode } from '@fundlens/runtime/errors';
import { cacheDirectory } from './artifacts.mjs';
import { DEVELOPMENT_STACK, emptyDirectory, stackDirectory, takeDirectory } from './stack-directory.ts';

/** `npm run reset`: removes what the stacks of this checkout stored. Downloads stay. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const names = globSync('*/', { cwd: stackDirectory(root, '') });
if (names.length === 0) console.log('nothing to reset');
for (const name of names) {
  const directory = stackDirectory(root, name);
  try {
    const release = await takeDirectory(directory, console.log);
    emptyDirectory(directory);
    await release();
    console.log(`${name}: data, logs and ports removed`);
  } catch (error) {
    if (failureCode(error) !== 'stack_in_use') throw error;
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    // A test run that goes on keeps its data, which is no failure; the data of `npm start` must go.
    if (name === DEVELOPMENT_STACK) process.exitCode = 1;
  }
}
console.log(`downloads stay in ${cacheDirectory(process.env)}`);
