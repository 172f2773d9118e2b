import { expect, test } from 'vitest';
import { agree } from './install.mjs';

const wanted = {
  packages: {
    '': {},
    'shared/runtime': { version: '0.1.0' },
    'node_modules/@fundlens/runtime': { resolved: 'shared/runtime', link: true },
    'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
    'node_modules/zod/node_modules/inner': { version: '1.0.0', integrity: 'sha512-b' },
    'node_modules/binary-for-elsewhere': { version: '1.0.0', optional: true },
  },
};

function present(changes: Record<string, object | undefined> = {}) {
  const { '': _, 'node_modules/binary-for-elsewhere': __, ...installed } = wanted.packages;
  const changed = Object.entries({ ...installed, ...changes }).filter(([, value]) => value !== undefined);
  return { packages: Object.fromEntries(changed) };
}

test('what npm installed from this lock file is not installed again', () => {
  expect(agree(wanted, present())).toBe(true);
});

test('a package that is missing, of another version or no longer wanted asks for an install', () => {
  expect(agree(wanted, present({ 'node_modules/zod': undefined }))).toBe(false);
  expect(agree(wanted, present({ 'node_modules/zod/node_modules/inner': undefined }))).toBe(false);
  expect(agree(wanted, present({ 'node_modules/zod': { version: '4.6.8', integrity: 'sha512-a' } }))).toBe(false);
  expect(agree(wanted, present({ 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-c' } }))).toBe(false);
  expect(agree(wanted, present({ 'node_modules/gone': { version: '1.0.0' } }))).toBe(false);
  expect(agree(wanted, present({ 'node_modules/@fundlens/runtime': undefined }))).toBe(false);
});

test('an empty folder asks for an install', () => {
  expect(agree(wanted, {})).toBe(false);
});
