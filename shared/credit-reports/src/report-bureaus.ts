import type { ReportScore } from '@fundlens/read-models/contacts/slots';
import { BUREAUS, type Bureau } from '@fundlens/read-models/dashboards/dashboard-measures';
import { bureauName } from './report-values.ts';

/** The bureaus that a report counts for: as stated; else what its format or its scores name. Each once, in fixed order. */
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
