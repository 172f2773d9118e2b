import { hash } from 'node:crypto';
import type { EventOf } from '@fundlens/contracts/event-types';
import { readReport } from '@fundlens/credit-reports/credit-file-reader';
import { type FileFigures, NO_FIGURES, reportFigures } from '@fundlens/credit-reports/figures/credit-figures';
import { bureauName, bureausOf } from '@fundlens/credit-reports/report-bureaus';
import { readScore } from '@fundlens/credit-reports/score-reader';
import {
  SUMMARY_FIGURES,
  storedFigures,
  type SummaryFigure,
  summaryFigures,
} from '@fundlens/read-models/contacts/report-figures';
import type { ReportScore, ReportSlot } from '@fundlens/read-models/contacts/slots';
import { STORED_REPORT, type StoredReportSlot } from '@fundlens/read-models/credit-reports/credit-reports';
import type { SlotChange } from '@fundlens/read-models/document';
import { assertFits, MAX_REPORT_TEXT_BYTES } from '@fundlens/read-models/document-size';
import { InvalidError } from '@fundlens/runtime/errors';
import { entityDocument, versionOf } from './projection.ts';

/** The text of a stored report. */
export function reportTextChange(event: Stored): SlotChange {
  const { meta, requestId, contactId, pulledAt, format, bureaus, report } = event;
  const target = { documentId: entityDocument(event, requestId), slot: STORED_REPORT, version: versionOf(event) };
  // Without these there is nothing to show; the contract requires them of every report that is not deleted.
  if (meta.deleted || report === null || pulledAt === null || format === null) return { ...target, value: null };
  assertFits(report.byteLength, MAX_REPORT_TEXT_BYTES, 'report');
  const value: StoredReportSlot = {
    contactId,
    pulledAt,
    bureaus,
    format,
    sha256: hash('sha256', report),
    bytes: report.byteLength,
    renderable: readingOf(event)?.isRenderable ?? false,
  };
  return { ...target, value, payload: report };
}

type Stored = EventOf<'CreditReportStored'>;

/** What is shown of the report of an event. */
type Reading = FileFigures & { readonly scores: readonly ReportScore[]; readonly isRenderable: boolean };

const readings = new WeakMap<Stored, Reading | null>();

/** Reads the report once for all projections. Null where there is no report, or one that is no JSON. */
function readingOf(event: Stored): Reading | null {
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

/**
 * What the contact keeps of a stored report: the scores and figures that the funding platform's summary states, and what is
 * derived from the report.
 * @throws InvalidError `report_not_json`
 */
export function reportSlot(event: Stored): ReportSlot {
  const { pulledAt, bureaus, format } = event;
  const scores = scoresOf(event);
  const { figures: derived, bureaus: ofBureaus } = readingOf(event) ?? NO_FIGURES;
  const stated = (name: SummaryFigure) => event.summary?.[name] ?? null;
  const names = SUMMARY_FIGURES.filter((name) => stated(name) !== null);
  return {
    pulledAt,
    bureaus,
    countedBureaus: bureausOf({ bureaus, format, scores }),
    scores,
    ...summaryFigures((name) => stated(name) ?? derived[name]),
    figures: storedFigures(names, derived, ofBureaus),
  };
}

/**
 * The scores of a stored report: those of the summary that the funding platform sent; without one they are read from the
 * report itself. In a summary too a code may stand in the place of a score.
 * @throws InvalidError `report_not_json` when there is neither
 */
function scoresOf(event: Stored): readonly ReportScore[] {
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
