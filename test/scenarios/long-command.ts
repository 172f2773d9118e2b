import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** `npm run test:long`: what the nightly workflow runs, one after the other; all of it, also after a failure. */
const root = fileURLToPath(new URL('../..', import.meta.url));
type Workflow = {
  readonly jobs: { readonly long: { readonly strategy: { readonly matrix: { readonly run: readonly string[] } } } };
};

const { jobs } = parse(readFileSync(`${root}/.github/workflows/nightly.yml`, 'utf8')) as Workflow;
const commands = [...jobs.long.strategy.matrix.run, 'images'];
const failed = commands.filter((command) => {
  console.log(`\nnpm run ${command}`);
  const env = { PROPERTY_RUNS: '4', ...process.env };
  return spawnSync('npm', ['run', ...command.split(' ')], { cwd: root, env, stdio: 'inherit' }).status !== 0;
});
console.log(
  `\n${commands.length - failed.length} of ${commands.length} passed${failed.map((one) => `\nfailed: npm run ${one}`).join('')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
