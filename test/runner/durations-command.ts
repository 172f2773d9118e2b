// npm run test:durations: records how long the files of the last whole run took, for the order of the next one.
import { readFileSync, writeFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Shorter files find a gap wherever they run. */
const SHORTEST_SECONDS = 2;
const root = fileURLToPath(new URL('../..', import.meta.url));
type Report = {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
};
const report = readFileSync(new URL('../../test-results/report.json', import.meta.url), 'utf8');
const { testResults } = JSON.parse(report) as Report;
const seconds = testResults.map(({ name, startTime, endTime }) => {
  return [relative(root, name).split(sep).join('/'), Math.round((endTime - startTime) / 1_000)] as const;
});
const long = seconds.filter(([, each]) => each >= SHORTEST_SECONDS).sort(([, a], [, b]) => b - a);
writeFileSync(new URL('durations.json', import.meta.url), `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
console.log(`${long.length} of ${testResults.length} files are recorded in test/runner/durations.json`);
