import type { ResponseHeaders } from '../api-error.ts';
import type { AuditRecord } from '../audit/audit-record.ts';
import type { Company, Credential } from '../credentials/access-state.ts';
import type { LogPosition } from '../freshness/positions.ts';
import type { Admission } from '../quota/limits.ts';
import type { RawParameters } from '../routes/raw-parameters.ts';
import type { RequestTarget } from './request-target.ts';

/** The label of requests that match no route. */
export const NO_ROUTE = 'none';

export type HttpResponse = {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: readonly Uint8Array[];
  /** The body is one piece, the same for everybody and for as long as the process lives. */
  readonly shared?: boolean;
};

/** Who asks, and what they ask about: what a route's parameters are understood against. */
export type Caller = {
  readonly reach: 'location' | 'agency';
  readonly companyId: string | null;
  /** The pinned location, or the one asked for; null only where a route needs none. Not checked yet. */
  readonly locationId: string | null;
};

/** What a route takes, and where. */
export type MatchedRoute = {
  /** `one`: agency keys name the location. `reach`: the route spans what the credential reaches. */
  readonly location: 'one' | 'reach';
  readonly basePath: string;
  /** Query parameters that it knows, with `locationId`. */
  readonly queryParameters: ReadonlySet<string>;
  /** By name; which segment of the path below the base path. */
  readonly pathParameters: readonly { readonly name: string; readonly segment: number }[];
};

const NOTHING_MATCHED: MatchedRoute = {
  location: 'reach',
  basePath: '',
  queryParameters: new Set(),
  pathParameters: [],
};

/** Who was let in. */
export type Holder = { readonly credential: Credential; readonly company: Company };

/**
 * What has been found out about one request, step by step (`context.state`). **Invariant**: what a step finds out can be
 * read only after that step: a chain in which a check is missing fails with a bug instead of reading without it.
 */
export class RequestState<Parameters = unknown> {
  readonly requestId: string;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly target: RequestTarget;
  /** Template of the matched route; what logs and metrics show instead of the URL. */
  route = NO_ROUTE;
  /** What the matched route takes. */
  matched: MatchedRoute = NOTHING_MATCHED;
  /** Headers that the answer carries whatever becomes of the request. */
  headers: Record<string, string> = {};
  /** Decoded parameters, once they could be read. */
  given: RawParameters | null = null;
  /** The location that is asked about, checked or not; for the audit. */
  askedLocationId: string | null = null;
  positions: readonly LogPosition[] = [];
  /** What the route answers: pieces of one JSON text. */
  data: readonly Uint8Array[] = [];
  response: HttpResponse | null = null;
  /** The audit has the record of this request already. */
  isAudited = false;
  /** What the parameters name was found under them. */
  foundById = false;
  /** Permissions that the steps so far have required. */
  readonly required: string[] = [];

  #holder: Holder | undefined;
  #admission: Admission | undefined;
  #caller: Caller | undefined;
  #parameters: { readonly value: Parameters } | undefined;
  #locationId: string | undefined;
  #record: ((status: number, code: string | null) => AuditRecord) | undefined;
  #ended: Error | null = null;
  #controller: AbortController | undefined;
  /** Null once the client has taken the answer or has left. */
  #atEnd: (() => void)[] | null = [];

  constructor(opened: { requestId: string; startedAt: number; target: RequestTarget }) {
    this.requestId = opened.requestId;
    this.startedAt = opened.startedAt;
    this.target = opened.target;
  }

  /** Set by `authenticate`. */
  get holder(): Holder {
    return this.#holder ?? missing('authenticate');
  }
  set holder(holder: Holder) {
    this.#holder = holder;
  }
  get credential(): Credential {
    return this.holder.credential;
  }
  /** Null while nobody is authenticated: for what is told of requests however they end. */
  get knownHolder(): Holder | null {
    return this.#holder ?? null;
  }

  /** What is left of the limits; set by `limit`. */
  get admission(): Admission {
    return this.#admission ?? missing('limit');
  }
  set admission(admission: Admission) {
    this.#admission = admission;
  }
  get isAdmitted(): boolean {
    return this.#admission !== undefined;
  }

  /** Set by `validate`. */
  get caller(): Caller {
    return this.#caller ?? missing('validate');
  }
  set caller(caller: Caller) {
    this.#caller = caller;
  }

  /** What the route was asked for; set by `validate`. */
  get parameters(): Parameters {
    return (this.#parameters ?? missing('validate')).value;
  }
  set parameters(value: Parameters) {
    this.#parameters = { value };
  }

  /** The checked location; empty where the route needs none. Set by `checkLocation`. */
  get locationId(): string {
    return this.#locationId ?? missing('checkLocation');
  }
  set locationId(locationId: string) {
    this.#locationId = locationId;
  }
  /** Null while none is checked, or where none is needed. */
  get checkedLocationId(): string | null {
    return this.#locationId || null;
  }

  /** What the audit will say of the request. Set by `audit`. */
  get record(): (status: number, code: string | null) => AuditRecord {
    return this.#record ?? missing('audit');
  }
  set record(record: (status: number, code: string | null) => AuditRecord) {
    this.#record = record;
  }

  /** Answers with what the parameters name. */
  found(data: Uint8Array): void {
    this.data = [data];
    this.foundById = true;
  }

  /** Aborted once nobody waits for the answer any more. Made for who asks: most requests are answered without. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#ended !== null) this.#controller.abort(this.#ended);
    }
    return this.#controller.signal;
  }

  /** Why nobody waits for the answer any more; null while somebody does. */
  get ended(): Error | null {
    return this.#ended;
  }

  /** Ends the work on the request. Only the first reason counts. */
  end(reason: Error): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    this.#controller?.abort(reason);
  }

  /** @throws the reason, once nobody waits for the answer any more. */
  throwIfEnded(): void {
    if (this.#ended !== null) throw this.#ended;
  }

  /** Calls back once, when the client has taken the answer or has left; at once where that was before. */
  whenClosed(listener: () => void): void {
    if (this.#atEnd === null) listener();
    else this.#atEnd.push(listener);
  }

  close(): void {
    const listeners = this.#atEnd ?? [];
    this.#atEnd = null;
    for (const listener of listeners) listener();
  }
}

function missing(step: string): never {
  throw new TypeError(`the step ${step} comes before`);
}
