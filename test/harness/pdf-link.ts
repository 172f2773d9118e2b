import { setTimeout as delay } from 'node:timers/promises';
import { type ApiAnswer, dataOf } from './api-client.ts';

/** A PDF takes a second; a loaded machine takes longer to start the thread that renders. */
const DEADLINE_MS = 60_000;

export type PdfLinkData = { readonly url: string; readonly requestId: string };

/**
 * The link to the PDF of a report, as a client gets it: one that is not ready yet is asked for again after `Retry-After`.
 * @throws for every other refusal, at once.
 */
export async function pdfLink(ask: () => Promise<ApiAnswer>): Promise<PdfLinkData> {
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    const answer = await ask();
    if (!isPending(answer) || performance.now() >= deadline) return await dataOf(Promise.resolve(answer));
    await delay(Number(answer.headers.get('retry-after')) * 1_000);
  }
}

/** Whether it is to be asked for again. */
export function isPending({ status, body }: ApiAnswer): boolean {
  if (status !== 404) return false;
  const { error } = JSON.parse(body) as { readonly error: { readonly reason?: string } };
  return error.reason === 'pdf_pending';
}
