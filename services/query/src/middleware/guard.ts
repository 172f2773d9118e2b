import {
  companyRefused,
  invalidRequest,
  locationRefused,
  missingPermission,
  rateLimited,
  unauthorized,
} from '../api-error.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { type AuditRecord, auditArguments, shownId, strictly } from '../audit/audit-record.ts';
import type { Clock } from '../clock.ts';
import type { Access, Authenticated } from '../credentials/access.ts';
import type { Company, Credential } from '../credentials/access-state.ts';
import { bearerToken } from '../credentials/bearer-token.ts';
import type { AnswerFreshness } from '../freshness/answer-freshness.ts';
import type { Limiter } from '../quota/limiter.ts';
import type { Admission, Spender } from '../quota/limits.ts';
import { rateLimitHeaders } from '../quota/rate-limit-headers.ts';
import { spenderOf, type UsualLimits } from '../quota/spender.ts';
import { locationId as locationIdRule } from '../routes/parameters.ts';
import type { Caller, Route, RouteAnswer } from '../routes/route.ts';
import type { BytesInFlight } from './bytes-in-flight.ts';
import type { Answer, Exchange } from './exchange.ts';
import { deadlinePassed, failureOf } from './failure.ts';
import { type LogPosition, POSITION_HEADER, parsePositions } from '../freshness/positions.ts';
import { decodeSegment, parseQuery, type RawParameters } from '../routes/raw-parameters.ts';
import { successAnswer } from './success-answer.ts';

export type GuardOptions = {
  readonly access: Access;
  readonly limiter: Limiter;
  readonly audit: AuditLog;
  readonly freshness: AnswerFreshness;
  readonly flight: BytesInFlight;
  readonly clock: Clock;
  readonly usualLimits: UsualLimits;
  /** The text redactor, for what the audit shows. */
  readonly clean: (text: string) => string;
};

/** Path parameters as they stand in the request target. */
export type RawSegments = Readonly<Record<string, string>>;

export type Guard = (route: Route, exchange: Exchange, segments: RawSegments) => Promise<Answer>;

/** What the audit will say, filled in as the request goes on. */
type Trail = { locationId: string | null; given: RawParameters };

const LOCATION_ID = locationIdRule();

/**
 * Takes a request through every check, in the order of design §7, and only then lets its route read. **Invariant**: no
 * tenant data is read before the request was counted and admitted, nor before its location was checked.
 */
export function createGuard(options: GuardOptions): Guard {
  const { access, limiter, audit, freshness, flight, clock, usualLimits, clean } = options;
  const cleanUnknown = strictly(clean);
  const cleanFor = (status: number) => (status < 400 ? clean : cleanUnknown);

  async function authenticate(
    exchange: Exchange,
    look: (token: string) => Promise<Authenticated> = access.authenticate,
  ): Promise<{ credential: Credential; company: Company }> {
    const token = bearerToken(exchange.request.headers.authorization);
    const found = token === null ? { rejected: null } : await look(token);
    if (!('rejected' in found)) return found;
    // Who is not let in any more is told nothing of its limits either.
    exchange.headers = {};
    audit.count(401, found.rejected?.credentialId ?? null);
    throw unauthorized();
  }

  async function requireRead(credential: Credential, spender: Spender, exchange: Exchange): Promise<void> {
    if (credential.permissions.includes('read')) return;
    exchange.headers = rateLimitHeaders(await limiter.count(spender, 0));
    throw missingPermission('read');
  }

  async function admit(spender: Spender, exchange: Exchange): Promise<Admission> {
    const admission = await limiter.count(spender, 1);
    exchange.headers = rateLimitHeaders(admission);
    if (admission.refusedBy === null) return admission;
    throw rateLimited(admission.refusedBy);
  }

  async function checkLocation(credential: Credential, company: Company, { locationId }: Caller): Promise<void> {
    if (locationId === null) {
      if (!company.active) throw companyRefused();
    } else if (!(await access.canRead(credential, locationId))) {
      throw locationRefused();
    }
  }

  /**
   * Waits until what is read next has everything up to the positions. What let the request in may have ended meanwhile,
   * so it is looked at again.
   */
  async function waitFor(
    positions: readonly LogPosition[],
    {
      route,
      caller,
      exchange,
      credentialId,
    }: { route: Route; caller: Caller; exchange: Exchange; credentialId: string },
  ): Promise<void> {
    if (positions.length === 0) return;
    const { reads } = route;
    const { whenGone } = exchange;
    const status = await freshness.reached({ positions, reads, ...caller, credentialId, whenGone });
    const { credential, company } = await authenticateAgain(route, exchange, access.authenticate);
    exchange.headers = { ...exchange.headers, ...status };
    await checkLocation(credential, company, caller);
  }

  async function authenticateAgain(
    route: Route,
    exchange: Exchange,
    look: (token: string) => Promise<Authenticated>,
  ): Promise<{ credential: Credential; company: Company }> {
    const found = await authenticate(exchange, look);
    const missing = ['read', route.permission].find(
      (name) => name !== null && !found.credential.permissions.includes(name),
    );
    if (missing) throw missingPermission(missing);
    return found;
  }

  /**
   * Reports must not leave after a transfer or a revocation that happened while they were read, however long that took,
   * nor without a stored audit record. What decides is read now.
   */
  async function beforeReportLeaves(
    route: Route,
    exchange: Exchange,
    { credential, locationId }: { readonly credential: Credential; readonly locationId: string },
    record: () => AuditRecord,
  ): Promise<void> {
    const [{ credential: now }, isOwned] = await Promise.all([
      authenticateAgain(route, exchange, access.authenticateNow),
      access.canStillRead(credential, locationId),
    ]);
    if (!isOwned || !reachesTheSame(now, credential)) throw locationRefused();
    // The client was told of an outage already: what was read for it must not be recorded as given.
    if (exchange.abandoned) throw deadlinePassed();
    await audit.storeNow(record());
  }

  return async (route, exchange, segments) => {
    const { credential, company } = await authenticate(exchange);
    const trail: Trail = { locationId: credential.pinnedLocationId, given: new Map() };
    const record = (status: number, code: string | null): AuditRecord => ({
      _id: exchange.requestId,
      kind: 'request',
      at: new Date(clock.now()),
      credentialId: credential.credentialId,
      hint: credential.hint,
      companyId: credential.companyId,
      reach: credential.reach,
      operation: route.operation,
      locationId: trail.locationId === null ? null : shownId(trail.locationId, cleanFor(status)),
      arguments: auditArguments(trail.given, route.structural, cleanFor(status)),
      status,
      code,
      durationMs: Math.round(clock.monotonic() - exchange.startedAt),
    });
    try {
      const spender = spenderOf(credential, company, usualLimits);
      await requireRead(credential, spender, exchange);
      const admission = await admit(spender, exchange);
      if (route.permission !== null && !credential.permissions.includes(route.permission)) {
        throw missingPermission(route.permission);
      }
      const parameters = readParameters(route, exchange, segments);
      trail.given = parameters;
      const caller = callerOf(credential, route, parameters);
      trail.locationId = caller.locationId;
      const read = route.prepare(parameters, caller);
      const positions = parsePositions(exchange.request.headers[POSITION_HEADER]?.toString());
      await checkLocation(credential, company, caller);
      const locationId = caller.locationId ?? '';
      await waitFor(positions, { route, caller, exchange, credentialId: credential.credentialId });
      exchange.headers = { ...exchange.headers, ...(await freshness.headers(route.reads, locationId)) };
      flight.admit(credential.credentialId);
      const found = await read({ locationId, holder: { credential, admission } });
      exchange.whenGone(flight.hold(credential.credentialId, bytesOf(found)));
      // The client was told of an outage already: what was read for it must not be recorded as given.
      if (exchange.abandoned) throw deadlinePassed();
      const answer = successAnswer(found, route.caching, exchange);
      if (route.permission === 'credit_reports') {
        await beforeReportLeaves(route, exchange, { credential, locationId }, () => record(answer.status, null));
      } else {
        audit.storeSoon(record(answer.status, null));
      }
      return answer;
    } catch (error) {
      const { status, code } = failureOf(exchange.abandoned ? deadlinePassed() : error);
      if (status === 429) audit.count(status, credential.credentialId);
      else audit.storeSoon(record(status, code));
      throw error;
    }
  };
}

/** Whether a later state of a credential still is for what the earlier one was checked against. */
function reachesTheSame(later: Credential, earlier: Credential): boolean {
  return (
    later.reach === earlier.reach &&
    later.companyId === earlier.companyId &&
    later.pinnedLocationId === earlier.pinnedLocationId
  );
}

function bytesOf({ data }: RouteAnswer): number {
  return data.reduce((sum, piece) => sum + piece.length, 0);
}

function readParameters(route: Route, { target }: Exchange, segments: RawSegments): RawParameters {
  const parameters = parseQuery(target.query, route.queryParameters);
  for (const [name, segment] of Object.entries(segments)) parameters.set(name, decodeSegment(name, segment));
  return parameters;
}

/** Location keys ignore `locationId`, whatever it holds; agency keys need it wherever a route reads one location. */
function callerOf({ reach, companyId, pinnedLocationId }: Credential, route: Route, parameters: RawParameters): Caller {
  if (reach === 'location') return { reach, companyId, locationId: pinnedLocationId };
  if (route.location === 'reach') return { reach, companyId, locationId: null };
  const given = parameters.get('locationId');
  if (given === undefined) throw invalidRequest('locationId is required for agency keys.');
  const checked = LOCATION_ID.safeParse(given);
  if (!checked.success) throw invalidRequest(`locationId ${checked.error.issues[0]?.message}.`);
  return { reach, companyId, locationId: checked.data };
}
