import { redactText } from '@fundlens/redaction/redact-text';
import { InvalidError } from '@fundlens/runtime/errors';
import { cleanBlocks } from './clean-blocks.ts';
import { readReport } from './credit-file-reader.ts';
import { instantOf, pageContent, type ReportFrame, UNNAMED } from './page-content.ts';
import { writePages } from './page-writer.ts';
import { loadReportFonts, type ReportFonts } from './report-fonts.ts';

/** Far above a real one (a page has about 5 KiB); what is stored and sent stays small. */
export const MAX_PDF_BYTES = 4 * 1024 * 1024;

export type RenderInput = ReportFrame & {
  readonly format: string;
  /** Redacted UTF-8 JSON. */
  readonly report: Uint8Array;
};

let fonts: ReportFonts | undefined;

/**
 * The stored report as a PDF that can be sent to a person. The same input gives the same bytes.
 * @throws InvalidError `not_renderable`, `pdf_too_long`, `pdf_too_large`: always for the same input.
 */
export function renderReportPdf({ format, report, ...frame }: RenderInput): Uint8Array<ArrayBuffer> {
  const file = readReport(report, { format, pulledAt: frame.pulledAt });
  if (!file?.isRenderable) throw new InvalidError('not_renderable', 'no known layout can be read from the report');
  const blocks = cleanBlocks(pageContent(file, frame));
  const [first] = blocks;
  fonts ??= loadReportFonts();
  const pdf = writePages(blocks, {
    fonts,
    footer: redactText(footerOf(frame)),
    title: first?.kind === 'title' && first.text !== UNNAMED ? `${UNNAMED} · ${first.text}` : UNNAMED,
    createdAt: frame.pulledAt,
  });
  if (pdf.byteLength > MAX_PDF_BYTES) {
    throw new InvalidError('pdf_too_large', `a PDF has at most ${MAX_PDF_BYTES} bytes`);
  }
  return pdf;
}

function footerOf({ requestId, pulledAt, location }: ReportFrame): string {
  const parts = [location.name, `Request ${requestId}`, `pulled ${instantOf(pulledAt, location.timeZone)}`];
  return parts.filter((part) => part !== null).join(' · ');
}
