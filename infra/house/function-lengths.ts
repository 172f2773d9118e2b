import { spawnSync } from 'node:child_process';

const RULE = 'lint/complexity/noExcessiveLinesPerFunction';

export type FunctionLength = { readonly path: string; readonly line: number; readonly lines: number };

/** What Biome's GitLab reporter says of one place. */
type Issue = {
  readonly description: string;
  readonly check_name: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
};

/**
 * The lengths in a report of Biome, the longest first. Biome does not count comments.
 *
 * @throws Error when the rule says no length
 */
export function functionLengths(report: string): FunctionLength[] {
  const issues = (JSON.parse(report) as Issue[]).filter(({ check_name }) => check_name === RULE);
  const lengths = issues.map(({ description, location }) => {
    const [, lines] = /too many lines \((\d+)\)/.exec(description) ?? [];
    if (lines === undefined) throw new Error(`Biome's rule says no length: ${description}`);
    return { path: location.path, line: location.lines.begin, lines: Number(lines) };
  });
  return lengths.toSorted((a, b) => b.lines - a.lines);
}

/**
 * Functions of more than 30 lines (function-lengths.biome.json).
 *
 * @throws Error when Biome cannot be run, or its report is of another form
 */
export function readFunctionLengths(root: string): FunctionLength[] {
  const settings = `--config-path=${import.meta.dirname}/function-lengths.biome.json`;
  const options = ['lint', settings, '--reporter=gitlab', '--max-diagnostics=none', 'services', 'shared'];
  const { stdout, stderr, error } = spawnSync('biome', options, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (error !== undefined) throw error;
  if (stdout === '') throw new Error(`Biome gives no report: ${stderr}`);
  return functionLengths(stdout);
}
