import type { ResponseHeaders } from '../api-error.ts';
import type { AuditRecord } from '@fundlens/read-models/audit';
import type { Holder } from '../credentials/access.ts';
import type { Credential } from '../credentials/access-state.ts';
import type { LogPosition } from '../freshness/positions.ts';
import { during, type Span, type SpanOptions } from '@fundlens/runtime/tracing';
import type { Admission } from '../quota/limits.ts';
import type { RawParameters } from '../routes/raw-parameters.ts';
import type { RequestTarget } from './request-target.ts';

/** The label of requests that match no route. */
const NO_ROUTE = 'none';

export type HttpResponse = {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: readonly Uint8Array[];
  /** The body is one piece, equal for all clients and constant while the process runs. */
  readonly shared?: boolean;
};

/** The credential's reach and the location of the request: parameters are interpreted in their context. */
export type Caller = {
  readonly reach: 'location' | 'agency';
  readonly companyId: string | null;
  /** The pinned or the requested location; null only where a route needs none. Not checked yet. */
  readonly locationId: string | null;
  /** The request reads every location of the company; absent where it reads one or none. */
  readonly scope?: 'company';
};

/**
 * `one`: agency keys name the location. `reach`: the route spans what the credential reaches. `scoped`: `one`, unless an
 * agency key asks for all locations of its company (`scope=company`).
 */
export type LocationRule = 'one' | 'reach' | 'scoped';

/** The parameters of a route, and where they are. */
export type MatchedRoute = {
  readonly location: LocationRule;
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

/**
 * The state of one request (`context.state`), which each step adds to. **Invariant**: a value can be read only after the
 * step that sets it: a chain without one of its checks fails instead of reading without it.
 */
export class RequestState<Parameters = unknown> {
  readonly requestId: string;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly target: RequestTarget;
  /** Null when the request is not traced. */
  readonly span: Span | null;
  /** Template of the matched route; what logs and metrics show instead of the URL. */
  route = NO_ROUTE;
  matched: MatchedRoute = NOTHING_MATCHED;
  /** Headers of the response, whether the request succeeds or fails. */
  headers: Record<string, string> = {};
  /** Decoded parameters; null until they are read. */
  given: RawParameters | null = null;
  /** The requested location, checked or not; for the audit. */
  askedLocationId: string | null = null;
  positions: readonly LogPosition[] = [];
  /** What is read is complete up to this time, in epoch milliseconds; null: not known, or not determined yet. */
  asOf: number | null = null;
  /** The `data` of the response: pieces of one JSON text. */
  data: readonly Uint8Array[] = [];
  response: HttpResponse | null = null;
  /** The record that the client gets what it asked for is stored, or on its way. */
  isAudited = false;
  /** Told once what the client gets. Set by `audit`. */
  onAnswered: ((status: number, code: string | null) => void) | null = null;
  /** An entity with the ids of the parameters exists. */
  foundById = false;
  /** Permissions that the steps have required so far. */
  readonly required: string[] = [];

  #holder: Holder | undefined;
  #admission: Admission | undefined;
  #caller: Caller | undefined;
  #parameters: { readonly value: Parameters } | undefined;
  #locationId: string | undefined;
  #locationIds: readonly string[] | undefined;
  #record: ((status: number, code: string | null) => AuditRecord) | undefined;
  #ended: Error | null = null;
  #controller: AbortController | undefined;
  /** Null once the response is sent. */
  #sentListeners: (() => void)[] | null = [];
  /** Null once the response is taken or the client has left. */
  #closeListeners: (() => void)[] | null = [];

  constructor(opened: { requestId: string; startedAt: number; target: RequestTarget; span?: Span | null }) {
    this.requestId = opened.requestId;
    this.startedAt = opened.startedAt;
    this.target = opened.target;
    this.span = opened.span ?? null;
  }

  /** Runs a step's wait for a server in a span of its own. */
  traced<Value>(name: string, options: SpanOptions, work: () => Promise<Value>): Promise<Value> {
    return this.span === null ? work() : during(this.span, { name, ...options }, work);
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
  /** Null before authentication: for the log line, which every request has. */
  get knownHolder(): Holder | null {
    return this.#holder ?? null;
  }

  /** The state of the limits; set by `limit`. */
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

  /** Set by `validate`. */
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

  /** Every checked location that the request reads. Set by `checkLocation`. */
  get locationIds(): readonly string[] {
    return this.#locationIds ?? missing('checkLocation');
  }
  set locationIds(locationIds: readonly string[]) {
    this.#locationIds = locationIds;
  }

  /** Makes the audit record. Set by `audit`. */
  get record(): (status: number, code: string | null) => AuditRecord {
    return this.#record ?? missing('audit');
  }
  set record(record: (status: number, code: string | null) => AuditRecord) {
    this.#record = record;
  }

  /** Sets the data of the entity that the parameters name. */
  found(data: Uint8Array): void {
    this.data = [data];
    this.foundById = true;
  }

  /** Aborted when the client leaves or the deadline passes. Created on first use: most requests need none. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#ended !== null) this.#controller.abort(this.#ended);
    }
    return this.#controller.signal;
  }

  /** The reason why the request ended early; null while the client waits. */
  get ended(): Error | null {
    return this.#ended;
  }

  /** Ends the work on the request. Only the first reason counts. */
  end(reason: Error): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    this.#controller?.abort(reason);
  }

  /** @throws the reason when the request ended early. */
  throwIfEnded(): void {
    if (this.#ended !== null) throw this.#ended;
  }

  /** Calls back once, when the response is handed over to the connection or there is none to hand over. */
  whenSent(listener: () => void): void {
    if (this.#sentListeners === null) listener();
    else this.#sentListeners.push(listener);
  }

  sent(): void {
    const listeners = this.#sentListeners ?? [];
    this.#sentListeners = null;
    for (const listener of listeners) listener();
  }

  /** Calls back once, when the response is taken or the client leaves; immediately if that has happened. */
  whenClosed(listener: () => void): void {
    if (this.#closeListeners === null) listener();
    else this.#closeListeners.push(listener);
  }

  close(): void {
    const listeners = this.#closeListeners ?? [];
    this.#closeListeners = null;
    for (const listener of listeners) listener();
  }
}

function missing(step: string): never {
  throw new TypeError(`the step ${step} comes before`);
}
