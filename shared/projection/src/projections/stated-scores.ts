import type { EventOf } from '@fundlens/contracts/event-types';
import { bureauName } from '@fundlens/credit-reports/report-values';
import { readScore } from '@fundlens/credit-reports/score-reader';
import type { ReportScore } from '@fundlens/read-models/contacts/slots';
import { InvalidError } from '@fundlens/runtime/errors';
import { readingOf } from './report-figures.ts';

/**
 * The scores of a stored report: those of the summary that the funding platform sent; without one they are read from the
 * report itself. In a summary too a code may stand in the place of a score.
 * @throws InvalidError `report_not_json` when there is neither
 */
export function scoresOf(event: EventOf<'CreditReportStored'>): readonly ReportScore[] {
  const { summary, report } = event;
  if (summary !== null) {
    return summary.scores.map(({ bureau, model, score }) => ({
      bureau: bureau === null ? null : bureauName(bureau),
      model,
      ...readScore(score),
    }));
  }
  const reading = readingOf(event);
  if (reading === null && report !== null) {
    throw new InvalidError('report_not_json', 'must be JSON text', { field: 'report' });
  }
  return reading?.scores ?? [];
}
