import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { applyEdit } from './change-plan.ts';
import { planFor } from './scaffold.ts';

const ROOT = join(import.meta.dirname, '../..');

const plan = planFor(process.argv.slice(2));
if (typeof plan === 'string') {
  process.stderr.write(`${plan}\n`);
  process.exitCode = 1;
} else {
  for (const { path, text } of plan.created) {
    await mkdir(dirname(join(ROOT, path)), { recursive: true });
    // Never over a file that is there.
    await writeFile(join(ROOT, path), text, { flag: 'wx' });
    process.stdout.write(`created  ${path}\n`);
  }
  for (const { path, edits } of plan.edited) {
    const before = await readFile(join(ROOT, path), 'utf8');
    await writeFile(join(ROOT, path), edits.reduce(applyEdit, before));
    process.stdout.write(`edited   ${path}\n`);
  }
  process.stdout.write(`Left to do:\n${plan.next.map((step, index) => `${index + 1}. ${step}\n`).join('')}`);
}
