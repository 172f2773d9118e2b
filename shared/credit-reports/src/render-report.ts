import { InvalidError } from '@fundlens/runtime/errors';
import { cleanPages } from './clean-pages.ts';
import { readReport } from './credit-file-reader.ts';
import { pageContent, type ReportFrame } from './page-content.ts';
import { writePages } from './page-writer.ts';

export type RenderInput = ReportFrame & {
  readonly format: string;
  /** Redacted UTF-8 JSON. */
  readonly report: Uint8Array;
};

/**
 * The stored report as a PDF that can be sent to a person. The same input gives the same bytes.
 * @throws InvalidError `not_renderable`: always for the same input.
 */
export function renderReportPdf({ format, report, ...frame }: RenderInput): Uint8Array<ArrayBuffer> {
  const file = readReport(report, { format, pulledAt: frame.pulledAt });
  if (!file?.isRenderable) throw new InvalidError('not_renderable', 'no known layout can be read from the report');
  return writePages(cleanPages(pageContent(file, frame)), frame.pulledAt);
}
