import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnswerHeaders } from '../api-error.ts';
import { parseTarget, type RequestTarget } from './request-target.ts';

/** One request on its way through the service, and what has been found out about it so far. */
export type Exchange = {
  readonly requestId: string;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly request: IncomingMessage;
  readonly target: RequestTarget;
  /** Template of the matched route; what logs and metrics show instead of the URL. */
  route: string;
  /** Headers that the answer carries whatever becomes of the request. */
  headers: AnswerHeaders;
  /** Calls back once when the client has left, or has been answered; returns what takes that back. */
  readonly whenGone: (listener: () => void) => () => void;
  /** True once the deadline has answered in its place. */
  abandoned: boolean;
};

/** The label of requests that match no route. */
export const NO_ROUTE = 'none';

export type Answer = {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: readonly Uint8Array[];
  /** The body is one piece, the same for everybody and for as long as the process lives. */
  readonly shared?: boolean;
};

export function openExchange(
  request: IncomingMessage,
  { response, ...options }: { requestId: string; startedAt: number; response: ServerResponse },
): Exchange {
  return {
    ...options,
    request,
    whenGone(listener) {
      if (response.closed) listener();
      else response.once('close', listener);
      return () => response.off('close', listener);
    },
    target: parseTarget(request.url ?? ''),
    route: NO_ROUTE,
    headers: {},
    abandoned: false,
  };
}
