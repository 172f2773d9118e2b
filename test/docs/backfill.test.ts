import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '@fundlens/runtime/testing/temporary-directory';
import { expect, it } from 'vitest';

it('a chunk whose positions need several headers is waited for with each of them', () => {
  const directory = temporaryDirectory();
  const program = (name: string, script: string) => {
    writeFileSync(join(directory, name), `#!/bin/sh\n${script}`);
    chmodSync(join(directory, name), 0o700);
    return join(directory, name);
  };
  const asked = join(directory, 'asked');
  program('curl', `for each; do case $each in X-Wait*) echo "<$each>" >> ${asked} ;; esac; done; printf 200`);
  const publish = program(
    'publish',
    "printf '%s\\n' 'Published.' '  X-Wait-For-Position: a/0/1' '  X-Wait-For-Position: a/64/1'",
  );
  writeFileSync(join(directory, 'events'), '{}\n');
  const script = fileURLToPath(new URL('../../infra/guides/recipes/backfill/backfill.sh', import.meta.url));
  const { status } = spawnSync('bash', [script, join(directory, 'events')], {
    env: { PATH: `${directory}:${process.env.PATH}`, PUBLISH: publish, API: 'http://api', TOKEN: 'fmk_x' },
  });
  expect(status).toBe(0);
  expect(readFileSync(asked, 'utf8')).toBe('<X-Wait-For-Position: a/0/1>\n<X-Wait-For-Position: a/64/1>\n');
});
