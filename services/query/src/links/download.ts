import { linkRefused, rateLimited } from '../api-error.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { type AuditRecord, auditArguments } from '../audit/audit-record.ts';
import type { Clock } from '../clock.ts';
import type { Access } from '../credentials/access.ts';
import type { Company, Credential } from '../credentials/access-state.ts';
import type { BytesInFlight } from '../middleware/bytes-in-flight.ts';
import type { Answer, Exchange } from '../middleware/exchange.ts';
import { deadlinePassed, failureOf } from '../middleware/failure.ts';
import { parseQuery } from '../routes/raw-parameters.ts';
import type { ReportPdfQueries } from '../queries/report-pdfs.ts';
import type { Limiter } from '../quota/limiter.ts';
import { rateLimitHeaders } from '../quota/rate-limit-headers.ts';
import { spenderOf, type UsualLimits } from '../quota/spender.ts';
import { hasExpired, LINK_PARAMETER, LINK_PATH, type LinkKeys, type PdfLink, readLink } from '../pdf-link.ts';

export type DownloadOptions = {
  readonly keys: LinkKeys;
  readonly access: Pick<Access, 'holder' | 'canStillRead'>;
  readonly limiter: Pick<Limiter, 'count'>;
  readonly audit: AuditLog;
  readonly reportPdfs: Pick<ReportPdfQueries, 'read' | 'find'>;
  readonly flight: BytesInFlight;
  readonly clock: Clock;
  readonly usualLimits: UsualLimits;
  /** The text redactor, for what the audit shows. */
  readonly clean: (text: string) => string;
};

export type Download = (exchange: Exchange) => Promise<Answer>;

/** Name in the audit. */
const OPERATION = 'credit-reports.pdf';
const NEEDED = ['read', 'credit_reports'];
const KNOWN_PARAMETERS: ReadonlySet<string> = new Set([LINK_PARAMETER]);
const STRUCTURAL: ReadonlySet<string> = new Set(['requestId']);
/** What may stand in the name of a file without quoting. */
const NOT_IN_FILE_NAME = /[^A-Za-z0-9._~@-]/g;

type Holder = { readonly credential: Credential; readonly company: Company };

/**
 * What is behind a link. **Invariant**: nothing of a report is read before the link was found to be ours, its holder and
 * owner still to be allowed and the request counted; and nothing leaves unless all of that holds again after the read,
 * and the download is in the audit. Whatever it fails at, the answer is the same.
 */
export function createDownload(options: DownloadOptions): Download {
  const { keys, access, limiter, audit, reportPdfs, flight, clock, usualLimits, clean } = options;

  /** The credential that the link was made with, as long as it may still do what it could then. */
  async function holderOf(link: PdfLink): Promise<Holder | null> {
    const holder = await access.holder(link.credentialId);
    if ('rejected' in holder) return null;
    const { permissions, companyId, reach, pinnedLocationId } = holder.credential;
    const asThen = companyId === link.companyId && (reach === 'agency' || pinnedLocationId === link.locationId);
    return asThen && NEEDED.every((permission) => permissions.includes(permission)) ? holder : null;
  }

  async function isAllowed(link: PdfLink): Promise<boolean> {
    const holder = await holderOf(link);
    return holder !== null && (await access.canStillRead(holder.credential, link.locationId));
  }

  async function admit({ credential, company }: Holder, exchange: Exchange): Promise<void> {
    const admission = await limiter.count(spenderOf(credential, company, usualLimits), 1);
    if (admission.refusedBy === null) return;
    // Only then: what is left of its limits is nothing that who holds a link has to know.
    exchange.headers = rateLimitHeaders(admission);
    throw rateLimited(admission.refusedBy);
  }

  async function isCurrent({ locationId, requestId, contentDigest }: PdfLink): Promise<boolean> {
    const report = await reportPdfs.find(locationId, { requestId, contactId: null });
    return report?.contentDigest === contentDigest;
  }

  async function read(link: PdfLink, holder: Holder, exchange: Exchange): Promise<Uint8Array> {
    await admit(holder, exchange);
    if (!(await isAllowed(link))) throw linkRefused();
    flight.admit(link.credentialId);
    const pdf = await reportPdfs.read(link);
    if (pdf === null) throw linkRefused();
    exchange.whenGone(flight.hold(link.credentialId, pdf.byteLength));
    const [allowed, current] = await Promise.all([isAllowed(link), isCurrent(link)]);
    if (!allowed || !current || hasExpired(link, clock.now())) throw linkRefused();
    return pdf;
  }

  return async (exchange) => {
    exchange.route = LINK_PATH;
    const link = readLink(keys, givenLink(exchange) ?? '');
    const holder = link === null || hasExpired(link, clock.now()) ? null : await holderOf(link);
    if (link === null || holder === null) {
      audit.count(linkRefused().status, link?.credentialId ?? null);
      throw linkRefused();
    }
    const { credentialId, hint, companyId, reach } = holder.credential;
    const record = (status: number, code: string | null): AuditRecord => ({
      _id: exchange.requestId,
      kind: 'request',
      at: new Date(clock.now()),
      credentialId,
      hint,
      companyId,
      reach,
      operation: OPERATION,
      locationId: link.locationId,
      arguments: auditArguments(new Map([['requestId', link.requestId]]), STRUCTURAL, clean),
      status,
      code,
      durationMs: Math.round(clock.monotonic() - exchange.startedAt),
    });
    try {
      const pdf = await read(link, holder, exchange);
      // The client was told of an outage already: what was read for it must not be recorded as given.
      if (exchange.abandoned) throw deadlinePassed();
      await audit.storeNow(record(200, null));
      return { status: 200, headers: headersOf(link), body: [pdf] };
    } catch (error) {
      const { status, code } = failureOf(exchange.abandoned ? deadlinePassed() : error);
      if (status === 429) audit.count(status, credentialId);
      else audit.storeSoon(record(status, code));
      throw error;
    }
  };
}

/** Null when it is not given, given twice, or given with anything else. */
function givenLink({ target }: Exchange): string | null {
  try {
    return parseQuery(target.query, KNOWN_PARAMETERS).get(LINK_PARAMETER) ?? null;
  } catch {
    // What is wrong with it is not told: it is no link.
    return null;
  }
}

function headersOf({ requestId }: PdfLink) {
  return {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="credit-report-${requestId.replace(NOT_IN_FILE_NAME, '_')}.pdf"`,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Accept-Ranges': 'none',
  };
}
