/**
 * PDFs that a client waits for. The query service writes a request once per report that it found pending; the projector takes
 * requests before everything else that waits. A request only makes a PDF sooner: what is due stands in the reports, and the
 * sweeper finds it there. So a request may be lost, late or repeated.
 */
export const PDF_REQUESTS = 'pdf_requests';

/** A client that still waits asks again within seconds. */
export const PDF_REQUEST_TTL_SECONDS = 300;

export type PdfRequest = {
  /** Key of the report's document: `<locationId>:<requestId>`. */
  readonly _id: string;
  /** By the clock of the query service: decides the order and when the request expires. */
  readonly requestedAt: Date;
};
