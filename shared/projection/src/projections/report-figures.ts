import type { EventOf } from '@fundlens/contracts/event-types';
import { readReport } from '@fundlens/credit-reports/credit-file-reader';
import { type FileFigures, NO_FIGURES, reportFigures } from '@fundlens/credit-reports/figures/credit-figures';
import {
  type ReportFigures,
  SUMMARY_FIGURES,
  storedFigures,
  type SummaryFigure,
  type SummaryFigures,
  summaryFigures,
} from '@fundlens/read-models/contacts/report-figures';
import type { ReportScore } from '@fundlens/read-models/contacts/slots';

type Stored = EventOf<'CreditReportStored'>;

/** What is shown of the report of an event. */
type Reading = FileFigures & { readonly scores: readonly ReportScore[]; readonly isRenderable: boolean };

const readings = new WeakMap<Stored, Reading | null>();

/** Reads the report once for all projections. Null where there is no report, or one that is no JSON. */
export function readingOf(event: Stored): Reading | null {
  const known = readings.get(event);
  if (known !== undefined) return known;
  const reading = read(event);
  readings.set(event, reading);
  return reading;
}

/** Without the day of the pull no figures can be derived. */
function read({ report, format, pulledAt }: Stored): Reading | null {
  const file = report && readReport(report, { format: format ?? 'other', pulledAt: pulledAt ?? 0 });
  if (file === null) return null;
  const figures = pulledAt === null ? NO_FIGURES : reportFigures(file, pulledAt);
  return { ...figures, scores: file.scores.map(({ score }) => score), isRenderable: file.isRenderable };
}

/** The figures of a stored report: those that the funding platform's summary states, and what is derived from the report. */
export function figuresOf(event: Stored): SummaryFigures & { readonly figures: ReportFigures } {
  const { figures: derived, bureaus } = readingOf(event) ?? NO_FIGURES;
  const stated = (name: SummaryFigure) => event.summary?.[name] ?? null;
  const names = SUMMARY_FIGURES.filter((name) => stated(name) !== null);
  return {
    ...summaryFigures((name) => stated(name) ?? derived[name]),
    figures: storedFigures(names, derived, bureaus),
  };
}
