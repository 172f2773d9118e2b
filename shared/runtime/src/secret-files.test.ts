import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseConfig } from './config.ts';
import { currentSecret, secretOptions } from './secret-files.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

const schema = z.object({
  ...secretOptions({
    TOKEN: z.string().min(3, 'must have at least 3 characters').describe('A token.'),
    PASSWORD: z.string().optional().describe('A password.'),
  }),
});

const directory = temporaryDirectory();

function file(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

it('takes the value from the file, without the line break at its end', () => {
  const path = file('token', '  hunter2\n');
  expect(parseConfig(schema, { TOKEN_FILE: path })).toEqual({ TOKEN: 'hunter2', TOKEN_FILE: path });
  expect(parseConfig(schema, { TOKEN: 'abc', TOKEN_FILE: '' })).toEqual({ TOKEN: 'abc' });
});

it.each([
  [() => ({ TOKEN: 'hunter2', TOKEN_FILE: file('a', 'hunter2') }), /TOKEN: is set, and so is TOKEN_FILE/],
  [() => ({ TOKEN_FILE: '/nowhere/token' }), /TOKEN_FILE: the file \/nowhere\/token cannot be read \(ENOENT\)$/],
  [() => ({ TOKEN_FILE: file('b', ' \n') }), /TOKEN_FILE: names an empty file, .*b$/],
  [() => ({ TOKEN_FILE: file('c', 'h2') }), /TOKEN: must have at least 3 characters$/],
])('refuses %# with option and path, without the value', (environment, expected) => {
  const read = () => parseConfig(schema, environment());
  expect(read).toThrow(expected);
  expect(read).not.toThrow('hunter2');
});

it('gives what the file holds now, and the last known value while it cannot be read', () => {
  const path = file('rotated', 'first');
  const current = currentSecret({ TOKEN: 'first', TOKEN_FILE: path }, 'TOKEN');
  writeFileSync(path, 'second\n');
  expect(current?.()).toBe('second');
  rmSync(path);
  expect(current?.()).toBe('second');
  expect(currentSecret({ TOKEN: 'fixed' }, 'TOKEN')?.()).toBe('fixed');
  expect(currentSecret({}, 'TOKEN')).toBeNull();
});
