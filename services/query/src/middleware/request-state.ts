import { during, type Span, type SpanOptions } from '@fundlens/runtime/tracing';
import type { ResponseHeaders } from '../api-error.ts';
import type { Holder } from '../credentials/access.ts';
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

/** What request lifecycle, routes and logs share of one request (`context.state`). */
export class RequestState {
  readonly requestId: string;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly target: RequestTarget;
  /** Null when the request is not traced. */
  readonly span: Span | null;
  /** Template of the matched route; what logs and metrics show instead of the URL. */
  route = NO_ROUTE;
  /** Null before authentication; for the log line, which every request has. */
  holder: Holder | null = null;
  /** Headers of the response, whether the request succeeds or fails. */
  headers: Record<string, string> = {};
  response: HttpResponse | null = null;
  /** Told once what the client gets. */
  onAnswered: ((status: number, code: string | null) => void) | null = null;
  /** The response is handed over to the connection, or there is none to hand over. */
  readonly sent = new Moment();
  /** The response is taken, or the client has left. */
  readonly closed = new Moment();

  #ended: Error | null = null;
  #controller: AbortController | undefined;

  constructor(opened: { requestId: string; startedAt: number; target: RequestTarget; span?: Span | null }) {
    this.requestId = opened.requestId;
    this.startedAt = opened.startedAt;
    this.target = opened.target;
    this.span = opened.span ?? null;
  }

  /** Waits for a server in a span of its own. */
  traced<Value>(name: string, options: SpanOptions, work: () => Promise<Value>): Promise<Value> {
    return this.span === null ? work() : during(this.span, { name, ...options }, work);
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
}

/** Something that happens once. */
class Moment {
  /** Null once it has happened. */
  #listeners: (() => void)[] | null = [];

  /** Calls back once, when it happens; immediately if it has. */
  onceReached(listener: () => void): void {
    if (this.#listeners === null) listener();
    else this.#listeners.push(listener);
  }

  reach(): void {
    const listeners = this.#listeners ?? [];
    this.#listeners = null;
    for (const listener of listeners) listener();
  }
}
