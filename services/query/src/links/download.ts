import type { Middleware } from 'koa';
import { hash } from 'node:crypto';
import { PDF_LAYOUT_VERSION } from '@fundlens/credit-reports/layout-version';
import type { RenderInput } from '@fundlens/credit-reports/render-report';
import { failureCode, failureKind } from '@fundlens/runtime/errors';
import { linkRefused, notFound, pdfLater, rateLimited } from '../api-error.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Access, Authenticated, Holder } from '../credentials/access.ts';
import { audit } from '../middleware/audit.ts';
import type { CompanyShares } from '../company-shares.ts';
import type { RequestState } from '../middleware/request-state.ts';
import { isHeld } from '../middleware/entity-tag.ts';
import { chainOf, type Step } from '../middleware/step.ts';
import { hasExpired, LINK_PARAMETER, LINK_PATH, type LinkKeys, type PdfLink, readLink } from '../pdf-link.ts';
import type { CreditReportQueries } from '../queries/credit-reports.ts';
import type { LocationQueries } from '../queries/locations.ts';
import type { Limiter } from '../quota/limiter.ts';
import { rateLimitHeaders } from '../quota/rate-limit-headers.ts';
import type { QuotaSubjects } from '../quota/quota-subject.ts';
import { type Issues, parseQuery } from '../routes/raw-parameters.ts';

export type DownloadOptions = {
  readonly keys: LinkKeys;
  readonly access: Pick<Access, 'authenticateById' | 'check'>;
  readonly limiter: Pick<Limiter, 'count'>;
  readonly auditLog: AuditLog;
  readonly creditReports: Pick<CreditReportQueries, 'printed' | 'describe'>;
  readonly locations: Pick<LocationQueries, 'profile'>;
  /** See `PdfRenderer`. */
  readonly render: (input: RenderInput) => Promise<Uint8Array>;
  /** `code`: why there is no PDF; null: there is. `seconds`: with the wait for other PDFs. */
  readonly onRendered: (code: string | null, seconds: number) => void;
  readonly shares: CompanyShares;
  readonly clock: Clock;
  readonly quotaSubjectOf: QuotaSubjects;
  /** The text redactor, for what the audit shows. */
  readonly clean: (text: string) => string;
};

const NEEDED = ['read', 'credit_reports'];
const KNOWN_PARAMETERS: ReadonlySet<string> = new Set([LINK_PARAMETER]);
const CACHING = { 'Cache-Control': 'no-store' };
const NOTHING = new Uint8Array();
/** Characters that a file name in a header must not contain. */
const NOT_IN_FILE_NAME = /[^A-Za-z0-9._~@-]/g;

/**
 * Renders the PDF behind a link and sends it. **Invariant**: no report is read before the link is verified, the request is
 * counted, and its credential and owner are checked; the PDF leaves only when the audit has the download. Every refusal is
 * the same response.
 */
export function download(options: DownloadOptions): Middleware<RequestState> {
  const { auditLog, clock, clean } = options;
  return chainOf<PdfLink>([
    authenticateByLink(options),
    audit({ log: auditLog, clock, clean }, { operation: 'credit-reports.pdf', structural: ['requestId'] }),
    limitQuietly(options),
    sendPdf(options),
  ]);
}

/** The credential that made the link, where it still has the scope that the link was made for. */
function isHolderOf(link: PdfLink, found: Authenticated): found is Holder {
  if ('rejected' in found) return false;
  const { companyId, reach, pinnedLocationId } = found.credential;
  return companyId === link.companyId && (reach === 'agency' || pinnedLocationId === link.locationId);
}

function authenticateByLink({ keys, auditLog, clock, access }: DownloadOptions): Step<PdfLink> {
  return async ({ state }, next) => {
    state.route = LINK_PATH;
    const link = readLink(keys, linkOf(state) ?? '');
    const isOpen = link !== null && !hasExpired(link, clock.now());
    const found = isOpen ? await access.authenticateById(link.credentialId) : { rejected: null };
    if (link === null || !isHolderOf(link, found)) {
      auditLog.count(linkRefused().status, link?.credentialId ?? null);
      throw linkRefused();
    }
    state.holder = found;
    state.parameters = link;
    // The MAC is verified, so the values are ids.
    state.given = new Map([['requestId', link.requestId]]);
    state.foundById = true;
    state.askedLocationId = link.locationId;
    state.locationId = link.locationId;
    await next();
  };
}

function limitQuietly({ limiter, quotaSubjectOf }: DownloadOptions): Step {
  return async ({ state }, next) => {
    const { credential, company } = state.holder;
    const admission = await limiter.count(quotaSubjectOf(credential, company));
    if (admission.refusedBy !== null) {
      // On refusal only: a link must not reveal the limits of the credential behind it.
      Object.assign(state.headers, rateLimitHeaders(admission));
      throw rateLimited(admission.refusedBy);
    }
    await next();
  };
}

function sendPdf(options: DownloadOptions): Step<PdfLink> {
  const { access, creditReports, locations, render, onRendered, shares, clock, auditLog, quotaSubjectOf } = options;

  async function requireAccess({ holder, parameters: link }: RequestState<PdfLink>): Promise<void> {
    const refusal = await access.check({ holder, required: NEEDED, locationId: link.locationId });
    if (refusal !== null || hasExpired(link, clock.now())) throw linkRefused();
  }

  async function isCurrent({ locationId, requestId, contentDigest }: PdfLink): Promise<boolean> {
    const report = await creditReports.describe(locationId, { requestId, contactId: null });
    return report?.contentDigest === contentDigest;
  }

  /** @throws ApiError 503 beyond what is rendered at once, 404 `pdf_failed` when the report never becomes a PDF. */
  async function rendered(input: RenderInput): Promise<Uint8Array> {
    const began = clock.monotonic();
    const settled = (code: string | null) => onRendered(code, (clock.monotonic() - began) / 1_000);
    try {
      const pdf = await render(input);
      settled(null);
      return pdf;
    } catch (error) {
      settled(failureCode(error));
      const kind = failureKind(error);
      if (kind === 'retryable') throw pdfLater();
      throw kind === 'invalid' ? notFound('The report cannot be shown as a PDF.', 'pdf_failed') : error;
    }
  }

  /** @throws ApiError 404 when the report is missing or has changed. */
  async function pdfOf(state: RequestState<PdfLink>, bucket: string): Promise<Uint8Array> {
    const { parameters: link, signal } = state;
    // It ends with the rendering, whether the client still waits or not: rendering is what is scarce.
    const endTurn = await shares.pdfs.begin(bucket, signal);
    try {
      await requireAccess(state);
      const [report, location] = await Promise.all([
        creditReports.printed(link, signal),
        locations.profile(link.locationId),
      ]);
      if (report === null) throw linkRefused();
      return await rendered({ ...report, location });
    } finally {
      endTurn();
    }
  }

  async function nothingNew(state: RequestState<PdfLink>): Promise<Uint8Array> {
    await requireAccess(state);
    if (await isCurrent(state.parameters)) return NOTHING;
    throw linkRefused();
  }

  return async ({ req, state }) => {
    const link = state.parameters;
    const { bucket } = quotaSubjectOf(state.credential, state.holder.company);
    shares.bytes.requireRoom(bucket, 1);
    const tag = tagOf(link);
    const held = isHeld(req.headers['if-none-match'], tag);
    const pdf = held ? await nothingNew(state) : await pdfOf(state, bucket);
    state.throwIfEnded();
    state.whenClosed(shares.bytes.take(bucket, pdf.byteLength));
    const status = held ? 304 : 200;
    const headers = { ...(held ? CACHING : headersOf(link)), ETag: tag };
    state.response = { status, headers, body: held ? [] : [pdf] };
    state.isAudited = true;
    await auditLog.storeNow(state.record(status, null));
  };
}

/** Of what a PDF is made from: the same content and layout are the same pages, but for the name of the location. */
function tagOf({ contentDigest }: PdfLink): string {
  return `W/"${hash('sha256', `${PDF_LAYOUT_VERSION}:${contentDigest}`, 'base64url')}"`;
}

/** Null unless the query is exactly one link. */
function linkOf({ target }: RequestState<PdfLink>): string | null {
  try {
    const issues: Issues = [];
    const parameters = parseQuery(target.query, KNOWN_PARAMETERS, issues);
    return issues.length === 0 ? (parameters.get(LINK_PARAMETER) ?? null) : null;
  } catch {
    // Malformed links are refused like unknown ones.
    return null;
  }
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
