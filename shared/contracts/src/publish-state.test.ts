import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PublishState, readPublishState } from './publish-state.ts';

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

test('a file that is no state is refused, not overwritten', async () => {
  const path = join(folder, 'events.ndjson');
  for (const text of ['', '{"type":"ContactChanged"}', JSON.stringify({ ...state, acknowledged: -1 })]) {
    await writeFile(path, text);
    await expect(readPublishState(path)).rejects.toMatchObject({ kind: 'invalid', code: 'resume_state' });
  }
  await expect(readPublishState(folder)).rejects.toMatchObject({ kind: 'invalid', code: 'resume_state' });
});
