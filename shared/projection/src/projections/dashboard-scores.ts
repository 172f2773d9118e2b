import { BUREAUS, type Bureau } from '@fundlens/read-models/dashboards/dashboard-measures';
import { bureauName, type ReportScore } from '@fundlens/credit-reports/report-scores';

/** The bureaus that a report includes, as stated; else what its format or its scores name. Each once, in fixed order. */
export function bureausOf(report: {
  readonly bureaus: readonly string[];
  readonly format: string | null;
  readonly scores: readonly ReportScore[];
}): Bureau[] {
  const stated = report.bureaus.map(bureauOf);
  const byFormat = BUREAUS.filter((bureau) => bureau === report.format);
  const byScores = report.scores.flatMap(({ bureau }) => (bureau === null ? [] : [bureauOf(bureau)]));
  const named = new Set([stated, byFormat, byScores].find((bureaus) => bureaus.length > 0));
  return BUREAUS.filter((bureau) => named.has(bureau));
}

function bureauOf(stated: string): Bureau {
  const name = bureauName(stated);
  return BUREAUS.find((bureau) => bureau === name) ?? 'other';
}

/**
 * The one score that represents a report, by the rule of mortgage lending: of each bureau its first valid score, of three
 * bureaus the middle one, of two the lower. Scores without a bureau count as those of one more bureau. Null when the report is unscored.
 */
export function representativeScore(scores: readonly ReportScore[]): number | null {
  const ofBureau = new Map<string | null, number>();
  for (const { bureau, score } of scores) {
    if (score !== null && !ofBureau.has(bureau)) ofBureau.set(bureau, score);
  }
  const ascending = [...ofBureau.values()].sort((a, b) => a - b);
  return ascending[Math.floor((ascending.length - 1) / 2)] ?? null;
}
