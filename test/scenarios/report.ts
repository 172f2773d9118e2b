/** Something that a run holds: each line of `broken` is one case in which it did not. */
export type Check = { readonly name: string; readonly broken: readonly string[] };

/** What a scenario found, for people and as JSON. */
export type RunReport = {
  /** The figures in words, one line each. */
  readonly lines: readonly string[];
  /** What the run noticed and does not judge. */
  readonly notes?: readonly Check[];
  readonly checks: readonly Check[];
  /** The figures for the JSON file. */
  readonly figures: object;
};

const MOST_SHOWN = 20;

export function holds({ checks }: Pick<RunReport, 'checks'>): boolean {
  return checks.every(({ broken }) => broken.length === 0);
}

export function summaryOf(report: RunReport): object {
  const { checks, notes = [], figures } = report;
  const byName = (of: readonly Check[]) => Object.fromEntries(of.map(({ name, broken }) => [name, broken]));
  return { holds: holds(report), ...figures, notes: byName(notes), checks: byName(checks) };
}

export function textOf(title: string, report: RunReport): string {
  const { lines, notes = [], checks } = report;
  return [
    `${title}: ${holds(report) ? 'all checks hold' : 'CHECKS DO NOT HOLD'}`,
    ...lines,
    ...[...notes, ...checks].flatMap(({ name, broken }) => [`${name}: ${broken.length}`, ...shown(broken)]),
  ].join('\n');
}

function shown(lines: readonly string[]): string[] {
  const rest = lines.length > MOST_SHOWN ? [`  … and ${lines.length - MOST_SHOWN} more`] : [];
  return [...lines.slice(0, MOST_SHOWN).map((line) => `  ${line}`), ...rest];
}
