import { during, type Span, type SpanOptions } from '@fundlens/runtime/tracing';
import type { Holder } from '../credentials/access.ts';
import type { HttpResponse } from './response.ts';

/** The label of requests that match no route. */
const NO_ROUTE = 'none';

/** Path and query of a request target, both still percent-encoded. */
export type RequestTarget = { readonly path: string; readonly query: string };

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/**
 * Splits a request target (RFC 9112 §3.2): origin form, or absolute form, which every server must accept. Anything else
 * gives a path that no route has.
 */
export function parseTarget(url: string): RequestTarget {
  const origin = url.startsWith('/') ? url : url.replace(ABSOLUTE_FORM, '');
  const mark = origin.indexOf('?');
  if (mark === -1) return { path: origin, query: '' };
  return { path: origin.slice(0, mark), query: origin.slice(mark + 1) };
}

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

  #ended: Error | null = null;
  #controller: AbortController | undefined;
  #isClosed = false;
  #release: (() => void) | undefined;

  constructor(opened: { requestId: string; startedAt: number; target: RequestTarget; span?: Span | null }) {
    this.requestId = opened.requestId;
    this.startedAt = opened.startedAt;
    this.target = opened.target;
    this.span = opened.span ?? null;
  }

  /** Waits for a server in a span of its own. */
  traced<Value>(name: string, options: SpanOptions, work: () => Promise<Value>): Promise<Value> {
    return during(this.span, [name, options], work);
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

  /** Holds something until the response is taken or the client has left. @param release gives it back. */
  holdUntilClosed(release: () => void): void {
    if (this.#isClosed) release();
    else this.#release = release;
  }

  close(): void {
    this.#isClosed = true;
    this.#release?.();
  }
}
