import { platform, setPriority } from 'node:os';
import { isMainThread, parentPort } from 'node:worker_threads';
import { InvalidError } from '@fundlens/runtime/errors';
import { type RenderInput, renderReportPdf } from './render-report.ts';

/** What the thread is asked and what it answers; errors do not cross threads as what they are. */
export type RenderAnswer =
  | { readonly pdf: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'invalid' | 'fatal'; readonly code: string; readonly message: string };

/**
 * It takes little from the thread that answers reads, and the database beside it: on two busy cores the slowest of a hundred
 * reads take hardly longer than without PDFs. At the lowest, 19, no more is gained, and a PDF on full cores is never ready.
 */
const PRIORITY = 10;
// Of this thread alone on Linux; elsewhere it would be that of the process.
if (!isMainThread && platform() === 'linux') setPriority(PRIORITY);

parentPort?.on('message', (input: RenderInput) => {
  const given = answer(input);
  // A PDF is moved, not copied.
  parentPort?.postMessage(given, 'pdf' in given ? [given.pdf.buffer] : []);
});

function answer(input: RenderInput): RenderAnswer {
  try {
    return { pdf: renderReportPdf(input) };
  } catch (error) {
    if (error instanceof InvalidError) return { kind: 'invalid', code: error.code, message: error.message };
    // Its class and place alone: the message of an unexpected error may quote the report.
    const place = error instanceof Error ? placeOf(error) : 'not an error';
    return { kind: 'fatal', code: 'pdf_failed', message: `Rendering failed: ${place}` };
  }
}

function placeOf(error: Error): string {
  const place = /\n\s+at (.*)/.exec(error.stack ?? '')?.[1] ?? 'unknown place';
  return `${error.name} at ${place}`;
}
