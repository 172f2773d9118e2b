import { within } from '@fundlens/runtime/deadline';
import { failureCode, RetryableError } from '@fundlens/runtime/errors';
import type { Span } from '@fundlens/runtime/tracing';
import type { Middleware } from 'koa';
import { logAnswered } from '../access-log.ts';
import type { ProcessContext } from '../process-context.ts';
import { newRequestId } from '../request-id.ts';
import { compress } from './compression.ts';
import { ClientLeft, failureOf, failureResponse } from './failure.ts';
import { parseTarget, RequestState } from './request-state.ts';
import { type HttpResponse, send } from './response.ts';
import { malformed } from './well-formed.ts';

export type LifecycleParts = ProcessContext & {
  /** True while shutting down: connections are not kept. */
  readonly closing: () => boolean;
};

const METHOD_NOT_ALLOWED = 405;
/** Lower statuses are no failures of the server, so their spans are not marked as failed. */
const SERVER_ERROR = 500;

/**
 * The outermost middleware. **Invariant**: every request gets exactly one response, in an envelope, with its request id,
 * within the deadline, whatever is thrown inside.
 */
export function requestLifecycle(parts: LifecycleParts): Middleware<RequestState> {
  const { config, clock, metrics, closing, tracing } = parts;

  return async (context, next) => {
    // `send` writes the response in one step: Koa's own responder would build headers one by one.
    context.respond = false;
    const { req: request, res: stream } = context;
    const target = parseTarget(request.url ?? '');
    const span = tracing.start('GET', { kind: 'server', parent: request.headers.traceparent?.toString() });
    const state = new RequestState({ requestId: newRequestId(), startedAt: clock.monotonic(), target, span });
    context.state = state;
    context.newRouterPath = target.path;
    stream.once('close', () => {
      if (!stream.writableFinished) state.end(new ClientLeft());
      state.close();
    });

    function late(): RetryableError {
      const reason = new RetryableError('deadline_passed', 'the request took longer than it may');
      state.end(reason);
      return reason;
    }

    async function serve(): Promise<HttpResponse> {
      await next();
      if (state.response === null) throw new TypeError('nothing has set a response');
      const compressed = await compress(state.response, request.headers['accept-encoding']?.toString());
      state.throwIfEnded();
      return compressed;
    }

    let response: HttpResponse;
    let failure: unknown = null;
    const refusal = malformed(request);
    // A client and a server that read one request differently may read the next one on the connection differently too.
    const isDistrusted = refusal !== null && refusal.status !== METHOD_NOT_ALLOWED;
    try {
      if (refusal !== null) throw refusal;
      response = await within(config.REQUEST_DEADLINE_MS, serve(), late);
    } catch (error) {
      // What fails once the request has ended fails because of that.
      failure = state.ended ?? error;
      response = failureResponse(failureOf(failure), state);
    }
    state.onAnswered?.(response.status, failure === null ? null : failureOf(failure).code);
    // Checked after the work: a stop that began meanwhile must not leave the connection open for another request.
    if (isDistrusted || closing()) response = { ...response, headers: { ...response.headers, Connection: 'close' } };
    const bytes = send(stream, response, { requestId: state.requestId, cut: metrics.slowReadersCut });
    const durationMs = clock.monotonic() - state.startedAt;
    const { route } = state;
    const { status } = response;
    metrics.requests.inc({ route, status });
    metrics.requestSeconds.observe({ route, status_class: `${Math.floor(status / 100)}xx` }, durationMs / 1_000);
    metrics.responseBytes.inc({ route }, bytes);
    logAnswered(parts, state, { status, durationMs, bytes, failure });
    if (span !== null) endServerSpan(span, state, { method: request.method, response, failure, bytes });
  };
}

/**
 * By the semantic conventions of HTTP, without what a client has written: no path, no query, no user agent. The credential
 * and the request id are those of the log line.
 */
function endServerSpan(
  span: Span,
  { route, requestId, holder }: RequestState,
  answered: { method: string | undefined; response: HttpResponse; failure: unknown; bytes: number },
): void {
  const { response, failure, bytes } = answered;
  const { status } = response;
  const method = answered.method === 'GET' ? 'GET' : '_OTHER';
  span.rename(method === 'GET' ? `GET ${route}` : 'HTTP');
  span.set({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'http.response.body.size': bytes,
    'fundlens.request_id': requestId,
    ...(holder === null ? {} : { 'fundlens.credential_id': holder.credential.credentialId }),
  });
  if (status >= SERVER_ERROR) span.fail(failureCode(failure));
  span.end();
}
