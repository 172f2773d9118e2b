import type { EventOf } from '@fundlens/contracts/event-types';
import { bureauName, readScore, reportScores } from '@fundlens/credit-reports/report-scores';
import type { ReportScore } from '@fundlens/read-models/contacts/slots';

type Stored = EventOf<'CreditReportStored'>;

/**
 * The scores of a stored report: those of the summary that the funding platform sent; without one they are read from the
 * report itself. In a summary too a code may stand in the place of a score.
 * @throws InvalidError `report_not_json`
 */
export function scoresOf({ summary, report, format }: Stored): readonly ReportScore[] {
  if (summary === null) return report === null ? [] : reportScores(report, format ?? 'other');
  return summary.scores.map(({ bureau, model, score }) => ({
    bureau: bureau === null ? null : bureauName(bureau),
    model,
    ...readScore(score),
  }));
}
