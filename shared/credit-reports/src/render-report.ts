import { redactText } from '@fundlens/redaction/redact-text';
import { InvalidError } from '@fundlens/runtime/errors';
import { writePages } from './page-writer.ts';
import { type Block, mapStrings } from './page-blocks.ts';
import { instantOf, type ReportFrame, reportBlocks, UNNAMED } from './report-blocks.ts';
import { loadReportFonts, type ReportFonts } from './report-fonts.ts';
import { readReport } from './report-reader.ts';

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
 *
 * Every string that is shown goes through the redactor once more, alone and with its neighbours: what it would still
 * remove makes no PDF.
 * @throws InvalidError `not_renderable`, `pdf_not_clean`, `pdf_too_long`, `pdf_too_large`: always for the same input.
 */
export async function renderReportPdf({ format, report, ...frame }: RenderInput): Promise<Uint8Array> {
  const content = readReport(report, { format, pulledAt: frame.pulledAt });
  if (content === null) throw new InvalidError('not_renderable', 'no known layout can be read from the report');
  const blocks = reportBlocks(content, frame).map((block) => mapStrings(block, redactText));
  assertClean(blocks);
  const [first] = blocks;
  fonts ??= loadReportFonts();
  const pdf = await writePages(blocks, {
    fonts,
    footer: redactText(footerOf(frame)),
    title: first?.kind === 'title' && first.title !== UNNAMED ? `${UNNAMED} · ${first.title}` : UNNAMED,
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

/** What stands side by side on paper is read together, so it is looked at together. */
function assertClean(blocks: readonly Block[]): void {
  const strings: string[] = [];
  const remember = (text: string) => {
    strings.push(text);
    return text;
  };
  for (const block of blocks) mapStrings(block, remember);
  const page = strings.join('\n');
  if (redactText(page) !== page) throw new InvalidError('pdf_not_clean', 'the pages would show what is removed');
}
