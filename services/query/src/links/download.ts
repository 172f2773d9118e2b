import { hash } from 'node:crypto';
import { PDF_LAYOUT_VERSION, type PdfRenderer } from '@fundlens/credit-reports/pdf-renderer';
import type { RenderInput } from '@fundlens/credit-reports/render-report';
import { failureCode, failureKind } from '@fundlens/runtime/errors';
import type { Middleware } from 'koa';
import { linkRefused, notFound, pdfLater, rateLimited } from '../api-error.ts';
import type { CompanyShares } from '../company-shares.ts';
import type { Access, Authenticated, Holder } from '../credentials/access.ts';
import { type AuditOptions, createRequestAudit } from '../middleware/audit.ts';
import { isHeld } from '../middleware/entity-tag.ts';
import type { RequestState } from '../middleware/request-state.ts';
import type { HttpResponse } from '../middleware/response.ts';
import { LINK_PARAMETER, LINK_PATH, type PdfLink, readLink } from '../pdf-link.ts';
import type { ProcessContext } from '../process-context.ts';
import type { CreditReportQueries } from '../queries/credit-reports.ts';
import type { DocumentQueries } from '../queries/documents.ts';
import { locationProfile } from '../queries/locations.ts';
import type { ReadModels } from '../queries/read-models-store.ts';
import type { Limiter } from '../quota/limiter.ts';
import { rateLimitHeaders } from '../quota/limits.ts';
import type { SealKeys } from '../sealed-text.ts';

export type DownloadOptions = AuditOptions &
  Pick<ProcessContext, 'metrics'> & {
    readonly links: SealKeys;
    readonly access: Pick<Access, 'authenticateById' | 'check'>;
    readonly limiter: Pick<Limiter, 'of'>;
    readonly creditReports: Pick<CreditReportQueries, 'printed' | 'describe'>;
    readonly documents: Pick<DocumentQueries, 'entry'>;
    readonly readModels: Pick<ReadModels, 'serving'>;
    readonly renderer: Pick<PdfRenderer, 'render'>;
    readonly shares: CompanyShares;
  };

const NEEDED = ['read', 'credit_reports'];
/** For the audit. */
const SHOWN = ['requestId'];
const CACHING = { 'Cache-Control': 'no-store' };
/** Characters that a file name in a header must not contain. */
const NOT_IN_FILE_NAME = /[^A-Za-z0-9._~@-]/g;

/**
 * Renders the PDF behind a link and sends it. **Invariant**: no report is read before the link is verified, the request is
 * counted, and its credential and owner are checked; the PDF leaves only when the audit has the download. Every refusal is
 * the same response.
 */
export function download(options: DownloadOptions): Middleware<RequestState> {
  const auditOf = createRequestAudit(options);
  return async ({ req, state }) => {
    state.route = LINK_PATH;
    const { link, holder } = await openLink(options, state.target.query);
    state.holder = holder;
    const { credential, company } = holder;
    const { locationId, requestId } = link;
    const given = new Map([['requestId', requestId]]);
    const storeBeforeSending = auditOf(state, {
      operation: 'credit-reports.pdf',
      audited: SHOWN,
      locationId,
      credential,
      given,
    });

    const { bucket, count } = options.limiter.of(credential, company);
    const admission = await count();
    if (admission.refusedBy !== null) {
      // On refusal only: a link must not reveal the limits of the credential behind it.
      Object.assign(state.headers, rateLimitHeaders(admission));
      throw rateLimited(admission.refusedBy);
    }

    const { bytes } = options.shares;
    bytes.requireRoom(bucket, 1);
    const tag = tagOf(link);
    let response: HttpResponse;
    if (isHeld(req.headers['if-none-match'], tag)) {
      await requireCurrent(options, { link, holder });
      response = { status: 304, headers: { ...CACHING, ETag: tag }, body: [] };
    } else {
      const pdf = await pdfOf(options, { link, holder }, { bucket, signal: state.signal });
      state.holdUntilClosed(bytes.take(bucket, pdf.byteLength));
      response = { status: 200, headers: { ...headersOf(link), ETag: tag }, body: [pdf] };
    }
    await storeBeforeSending(response.status);
    state.response = response;
  };
}

type OpenLink = { readonly link: PdfLink; readonly holder: Holder };

/** @throws ApiError 404 for what is no link, and one that has expired or whose credential has another scope by now. */
async function openLink({ links, access, auditLog, clock }: DownloadOptions, query: string): Promise<OpenLink> {
  const link = readLink(links, linkOf(query) ?? '');
  const isOpen = link !== null && clock.now() < link.expiresAt;
  const found = isOpen ? await access.authenticateById(link.credentialId) : { rejected: null };
  if (link !== null && isHolderOf(link, found)) return { link, holder: found };
  auditLog.count(linkRefused().status, link?.credentialId ?? null);
  throw linkRefused();
}

/** @throws ApiError 404 unless credential and owner allow it, uncached. */
async function requireAccess({ access, clock }: DownloadOptions, { link, holder }: OpenLink): Promise<void> {
  const refusal = await access.check({ holder, required: NEEDED, locationId: link.locationId });
  if (refusal !== null || clock.now() >= link.expiresAt) throw linkRefused();
}

/** @throws ApiError 404 when the report is missing or has changed. */
async function requireCurrent(options: DownloadOptions, opened: OpenLink): Promise<void> {
  await requireAccess(options, opened);
  const { locationId, requestId, contentDigest } = opened.link;
  const served = await options.readModels.serving();
  const report = await options.creditReports.describe({ served, locationId }, { requestId, contactId: null });
  if (report?.contentDigest !== contentDigest) throw linkRefused();
}

/** @throws ApiError as `requireCurrent` and `rendered` */
async function pdfOf(
  options: DownloadOptions,
  opened: OpenLink,
  { bucket, signal }: { readonly bucket: string; readonly signal: AbortSignal },
): Promise<Uint8Array> {
  // It ends with the rendering, whether the client still waits or not: rendering is what is scarce.
  const endTurn = await options.shares.pdfs.begin(bucket, signal);
  try {
    await requireAccess(options, opened);
    const link = { ...opened.link, served: await options.readModels.serving() };
    const [report, location] = await Promise.all([
      options.creditReports.printed(link),
      locationProfile(options.documents, link),
    ]);
    if (report === null) throw linkRefused();
    const pdf = await rendered(options, { ...report, location });
    // It has waited for those before it.
    await requireAccess(options, opened);
    return pdf;
  } finally {
    endTurn();
  }
}

/** @throws ApiError 503 beyond what is rendered at once, 404 `pdf_failed` when the report never becomes a PDF. */
async function rendered({ renderer, metrics, clock }: DownloadOptions, input: RenderInput): Promise<Uint8Array> {
  const began = clock.monotonic();
  const settled = (outcome: string) => {
    metrics.pdfs.inc({ outcome });
    metrics.pdfSeconds.observe((clock.monotonic() - began) / 1_000);
  };
  try {
    const pdf = await renderer.render(input);
    settled('ready');
    return pdf;
  } catch (error) {
    settled(failureCode(error));
    const kind = failureKind(error);
    if (kind === 'retryable') throw pdfLater();
    throw kind === 'invalid' ? notFound('The report cannot be shown as a PDF.', 'pdf_failed') : error;
  }
}

/** The credential that made the link, where it still has the scope that the link was made for. */
function isHolderOf(link: PdfLink, found: Authenticated): found is Holder {
  if ('rejected' in found) return false;
  const { companyId, reach, pinnedLocationId } = found.credential;
  return companyId === link.companyId && (reach === 'agency' || pinnedLocationId === link.locationId);
}

/** Of what a PDF is made from: the same content and layout are the same pages, but for the name of the location. */
function tagOf({ contentDigest }: PdfLink): string {
  return `W/"${hash('sha256', `${PDF_LAYOUT_VERSION}:${contentDigest}`, 'base64url')}"`;
}

/** Null unless the query is exactly one link: malformed ones are refused like unknown ones. */
function linkOf(query: string): string | null {
  const parameters = new URLSearchParams(query);
  return parameters.size === 1 ? parameters.get(LINK_PARAMETER) : null;
}

function headersOf({ requestId }: PdfLink) {
  return {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="credit-report-${requestId.replace(NOT_IN_FILE_NAME, '_')}.pdf"`,
    ...CACHING,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Accept-Ranges': 'none',
  };
}
