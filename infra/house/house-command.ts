import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createHouseReport, type HouseReport } from './house-report.ts';

/** `npm run house`: how large the code is and how it hangs together, beside its goals. With `--json`: the same as data. */

function print(report: HouseReport): void {
  const { arrows, walks } = report;
  const totals = {
    'product lines': { now: report.productLines, goal: 'about 27,000' },
    'functions over 60 lines': { now: report.functionsOverLimit, goal: '0' },
    'comment lines with an unnamed actor': { now: report.unnamedActors, goal: '< 20' },
    'imports back up the order of folders': { now: arrows.backUp, goal: '0' },
    'circles of imports': { now: arrows.circles, goal: '0' },
    ...Object.fromEntries(walks.map(({ heading, files }) => [`files of "${heading}"`, { now: files, goal: '≤ 12' }])),
    'files of the two that do not exist': { now: walks.flatMap(({ missing }) => missing).length, goal: '0' },
  };
  console.table(totals);
  console.table(Object.fromEntries(report.packages.map(({ name, ...size }) => [name, size])));
  console.table(Object.fromEntries(report.longestFiles.map(({ path, lines }) => [path, { lines }])));
  console.table(
    Object.fromEntries(report.longestFunctions.map(({ path, line, lines }) => [`${path}:${line}`, { lines }])),
  );
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const report = await createHouseReport(join(import.meta.dirname, '../..'));
if (values.json) console.log(JSON.stringify(report, null, 2));
else print(report);
