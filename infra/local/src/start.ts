import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '@fundlens/runtime/config';
import { runDemoSystem } from './demo/system/demo-system.ts';
import { readStartOptions, type StartOptions } from './demo/system/start-options.ts';
import { interruption, onRepeatedInterruption } from './interruption.ts';
import { DEVELOPMENT_STACK, stackDirectory } from './stack-directory.ts';
import { killSupervised } from './supervised.ts';

/** `npm start`: the whole system with demo data, until Ctrl-C. `npm run dev` adds `--watch`: services follow their sources. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const options = optionsOrExit();
const given = options.LOCAL_DATA_DIRECTORY;
const dataDirectory = given === undefined ? stackDirectory(root, DEVELOPMENT_STACK) : resolve(given);
const startedAt = Date.now();
/** Every line gets the seconds since the start in front. */
const report = (line: string) => console.log(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${line}`);

const signal = interruption();
onRepeatedInterruption(() => {
  report('not waiting any longer: everything is killed');
  killSupervised();
  process.exit(1);
});

try {
  await runDemoSystem({
    dataDirectory,
    commandPrefix: given === undefined ? '' : `LOCAL_DATA_DIRECTORY=${dataDirectory} `,
    options,
    environment: process.env,
    report,
    watch: process.argv.includes('--watch'),
    signal,
  });
  report('stopped; the data stays');
  process.exit(0);
} catch (error) {
  if (signal.aborted) {
    report('stopped before everything was up');
    process.exit(0);
  }
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

function optionsOrExit(): StartOptions {
  try {
    return readStartOptions(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
