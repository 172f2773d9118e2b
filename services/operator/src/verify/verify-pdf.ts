import { REPORT_VIEW } from '@fundlens/read-models/credit-reports/credit-reports';
import type { PdfFigures, StoredContent } from './verify-store.ts';

/** `passing`: it is known to be on its way. */
type PdfDifference = { readonly part: string; readonly passing: boolean };

/**
 * How the PDF differs from the one that the report should have; null when it does not. The report itself is held to the
 * log apart from this, its content digest among its fields. A PDF that could not be rendered is not counted as a difference.
 * @param layout that is made today.
 */
export function pdfDifference(
  report: Pick<StoredContent, 'fields' | 'views' | 'dirty'> | null,
  pdf: PdfFigures | null,
  layout: number,
): PdfDifference | null {
  const part = differingPart(report, pdf, layout);
  return part === null ? null : { part, passing: report?.dirty === true || pdf?.state === 'trying' };
}

function differingPart(
  report: Pick<StoredContent, 'fields' | 'views'> | null,
  pdf: PdfFigures | null,
  layout: number,
): string | null {
  if (report === null || !report.views.has(REPORT_VIEW) || report.fields.renderable !== true) {
    return pdf?.hasBytes === true ? 'should not exist' : null;
  }
  if (pdf === null || pdf.state === 'gone' || pdf.state === 'trying') return 'is missing';
  if (pdf.contentDigest !== report.fields.contentDigest) return 'shows another content';
  if (pdf.layout < layout) return 'has an earlier layout';
  return pdf.state === 'ready' && !pdf.hasBytes ? 'is missing' : null;
}
