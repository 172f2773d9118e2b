import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { lookAlikes } from '@fundlens/runtime/look-alikes';
import { OPTIONS_FILE, optionNames, optionsPage } from './options-page.ts';

it('infra/OPTIONS.md lists every option as the schemas have it (npm run generate writes it)', async () => {
  expect(await readFile(OPTIONS_FILE, 'utf8')).toBe(optionsPage());
});

it('no option of one program looks like a misspelt one of another: an environment may be that of several', () => {
  const local = ['LOCAL_STACK', 'FUNDLENS_CACHE', 'KAFKA_IMAGE', 'MONGODB_IMAGE', 'REDIS_IMAGE'];
  const names = optionNames();
  for (const name of [...names, ...local]) {
    const others = names.filter((other) => other !== name);
    expect(lookAlikes(others, [name]), name).toEqual([]);
  }
});
