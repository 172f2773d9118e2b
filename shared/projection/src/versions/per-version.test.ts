import { expect, it } from 'vitest';
import { workPerVersion } from './per-version.ts';

it('does what is due in every version that is written at the moment, and tells of all of it', async () => {
  const done: string[] = [];
  let versions = [1];
  const work = workPerVersion(
    () => versions,
    (version) => ({
      backlog: async () => ({ documents: version, dirtySince: version === 1 ? null : version * 100 }),
      waiting: async (limit) => [`a`, `b${version}`].slice(0, limit),
      work: async (key, { again }) => void done.push(`${key} of ${version}${again ? ' again' : ''}`),
    }),
  );
  expect(await work.backlog()).toEqual({ documents: 1, dirtySince: null });
  versions = [1, 2, 3];
  expect(await work.backlog()).toEqual({ documents: 6, dirtySince: 200 });
  expect(await work.waiting(3)).toEqual(['a', 'b1', 'b2']);
  await work.work('a', { again: true });
  versions = [3];
  await work.work('b', { again: false });
  expect(done).toEqual(['a of 1 again', 'a of 2 again', 'a of 3 again', 'b of 3']);
});
