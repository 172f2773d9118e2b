import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { applyEdit, type ChangePlan } from './change-plan.ts';
import { planFor } from './scaffold.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Every file of a plan as the command would leave it. */
async function textsOf({ created, edited }: ChangePlan): Promise<Map<string, string>> {
  const texts = new Map(created.map(({ path, text }) => [path, text]));
  for (const { path, edits } of edited) {
    texts.set(path, edits.reduce(applyEdit, await readFile(join(ROOT, path), 'utf8')));
  }
  return texts;
}

it.each([
  ['view', 'open-tasks'],
  ['event', 'OpenTaskChanged', 'crm'],
])('%s %s fits into the code as it is now', async (...line) => {
  const plan = planFor(line);
  if (typeof plan === 'string') throw new TypeError(plan);
  const texts = await textsOf(plan);
  expect([...texts.keys()].every((path) => existsSync(join(ROOT, path)))).toBe(false);
  for (const [path, text] of texts) expect(() => stripTypeScriptTypes(text), path).not.toThrow();
  for (const { path, edits } of plan.edited) {
    const lines = texts.get(path)?.split('\n');
    for (const edit of edits) if ('line' in edit) expect(lines).toContain(edit.line);
  }
  const named = plan.next.flatMap((step) => step.match(/[\w/.-]+\.ts/g) ?? []);
  for (const path of named) expect(texts.has(path) || existsSync(join(ROOT, path)), path).toBe(true);
});

it('raises the version of the views', () => {
  const raised = /(?<=^ {2}viewsVersion: )\d+/m;
  expect(applyEdit('{\n  viewsVersion: 9,\n}', { raised })).toBe('{\n  viewsVersion: 10,\n}');
  expect(() => applyEdit('{}', { raised })).toThrow('nothing matches');
});

it.each([[[]], [['view', 'OpenTasks']], [['event', 'taskChanged', 'crm']], [['event', 'TaskChanged', 'orders']]])(
  'says how it is used for %j',
  (line) => {
    expect(planFor(line)).toContain('npm run scaffold -- view');
  },
);
