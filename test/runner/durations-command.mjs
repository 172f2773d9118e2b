// npm run test:durations: records how long the files of the last whole run took, for the order of the next one.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { durationsOf } from './durations.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { testResults } = JSON.parse(readFileSync(new URL('../../test-results/report.json', import.meta.url), 'utf8'));
const durations = durationsOf(testResults, root);
writeFileSync(new URL('durations.json', import.meta.url), `${JSON.stringify(durations, null, 2)}\n`);
console.log(
  `${Object.keys(durations).length} of ${testResults.length} files are recorded in test/runner/durations.json`,
);
