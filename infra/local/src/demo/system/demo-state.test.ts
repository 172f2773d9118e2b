import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@fundlens/runtime/testing/temporary-directory';
import { expect, test } from 'vitest';
import { openDemoState } from './demo-state.ts';

const first = { baseInstant: 1, scale: 'small' } as const;

test('only the owner can read the file, which holds secrets and the tokens for scripts', () => {
  const directory = temporaryDirectory();
  openDemoState(directory, first);
  const file = join(directory, 'demo.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ tokens: { agency: expect.stringMatching(/^fmk_/) } });
});
