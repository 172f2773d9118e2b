import { resolve } from 'node:path';
import { failureCode } from '@fundlens/runtime/errors';
import { generatePythonClient } from './generate-client.ts';

/** `npm run client:python -- DIRECTORY` */
const directory = resolve(process.argv[2] ?? 'python-client');
try {
  await generatePythonClient(directory);
  console.log(`The Python client is in ${directory}. Install it: python3 -m pip install ${directory}`);
} catch (error) {
  // Something that the machine lacks is said in one sentence; a stack trace is for faults of the command.
  if (failureCode(error) === undefined || !(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
