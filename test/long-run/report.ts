/** Something that a run holds: each line of `broken` is one case in which it did not. */
export type Check = { readonly name: string; readonly broken: readonly string[] };

/** What a long run found, for people and as JSON. */
export type RunReport = {
  /** What ran, with its seed. */
  readonly title: string;
  /** The figures in words, one line each. */
  readonly lines: readonly string[];
  /** What the run noticed and does not judge. */
  readonly notes?: readonly Check[];
  readonly checks: readonly Check[];
  /** The figures for the JSON file. */
  readonly figures: object;
  /** The figures as a page in Markdown. */
  readonly page?: string;
};

const MOST_SHOWN = 20;

export function holds({ checks }: RunReport): boolean {
  return checks.every(({ broken }) => broken.length === 0);
}

export function summaryOf(report: RunReport): object {
  const { checks, notes = [], figures } = report;
  const byName = (of: readonly Check[]) => Object.fromEntries(of.map(({ name, broken }) => [name, broken]));
  return { holds: holds(report), ...figures, notes: byName(notes), checks: byName(checks) };
}

export function textOf(report: RunReport): string {
  const { title, lines, notes = [], checks } = report;
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

export function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
