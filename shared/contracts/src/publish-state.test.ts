import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PublishState, readPublishState, requireSame, writePublishState } from './publish-state.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'publish-state-'));
});
afterAll(() => rm(folder, { recursive: true }));

const state: PublishState = {
  format: 1,
  input: 'digest',
  target: 'cluster topics ndjson',
  acknowledged: 2_000,
  positions: [{ topic: 't', partition: 3, first: '0', last: '9007199254740993', count: 2_000 }],
};

test('what a run notes the next one reads, and nothing is left beside it', async () => {
  const path = join(folder, 'state.json');
  expect(await readPublishState(path)).toBeNull();
  await writePublishState(path, state);
  await writePublishState(path, { ...state, acknowledged: 4_000 });
  expect(await readPublishState(path)).toEqual({ ...state, acknowledged: 4_000 });
  expect(await readdir(folder)).toEqual(['state.json']);
});

test('a file that is no state is refused, not overwritten', async () => {
  const path = join(folder, 'events.ndjson');
  for (const text of ['', '{"type":"ContactChanged"}', JSON.stringify({ ...state, acknowledged: -1 })]) {
    await writeFile(path, text);
    await expect(readPublishState(path)).rejects.toMatchObject({ kind: 'invalid', code: 'resume_state' });
  }
  await expect(readPublishState(folder)).rejects.toMatchObject({ kind: 'invalid', code: 'resume_state' });
});

test('a state of another input or another target is refused: going on would leave events out', () => {
  expect(requireSame(state, { input: 'digest', target: 'cluster topics ndjson' })).toBeUndefined();
  expect(() => requireSame(state, { input: 'other', target: state.target })).toThrow('is of another input');
  expect(() => requireSame(state, { input: 'digest', target: 'other topics ndjson' })).toThrow('is of another target');
});
