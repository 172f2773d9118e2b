import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@fundlens/runtime/logger';
import type { Clock } from '../clock.ts';
import type { QueryMetrics } from '../metrics.ts';
import { newRequestId } from '../request-id.ts';
import { createCompression } from './compression.ts';
import { type Answer, type Exchange, openExchange } from './exchange.ts';
import { deadlinePassed, failureAnswer, failureOf } from './failure.ts';
import { send } from './send.ts';
import { malformed } from './well-formed.ts';

export type AnsweringOptions = {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: QueryMetrics;
  /** After which a request is answered as an outage, whatever it still waits for. */
  readonly deadlineMs: number;
  /** True while shutting down: connections are not kept. */
  readonly closing: () => boolean;
};

const METHOD_NOT_ALLOWED = 405;

/** How a request ended. `left`: the client was gone before the answer. */
type Outcome = { readonly status: number; readonly bytes: number; readonly error: unknown; readonly left: boolean };

/**
 * The outermost step. **Invariant**: every request gets exactly one answer, in an envelope, with its request id, within
 * the deadline; whatever is thrown inside.
 */
export function createAnswering({ clock, logger, metrics, deadlineMs, closing }: AnsweringOptions) {
  const compress = createCompression();

  function withinDeadline(exchange: Exchange, work: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        exchange.abandoned = true;
        reject(deadlinePassed());
      }, deadlineMs);
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  function report(exchange: Exchange, { status, bytes, error, left }: Outcome): void {
    const { requestId, route, startedAt } = exchange;
    const durationMs = clock.monotonic() - startedAt;
    metrics.answered({ route, status, seconds: durationMs / 1_000, bytes });
    const line = { requestId, route, status, durationMs: Math.round(durationMs * 1_000) / 1_000 };
    if (left) logger.info(line, 'the client has left');
    else if (status >= 500) logger.error({ ...line, error }, 'answered with an error');
    else logger.info(line, 'answered');
  }

  return async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    serve: (exchange: Exchange) => Promise<Answer>,
  ): Promise<void> {
    const exchange = openExchange(request, {
      response,
      requestId: newRequestId(),
      startedAt: clock.monotonic(),
    });
    let answered: Answer;
    let failure: unknown;
    const refusal = malformed(request);
    // Who disagrees with us about one request on a connection may do so about the next.
    const distrusted = refusal !== null && refusal.status !== METHOD_NOT_ALLOWED;
    try {
      if (refusal !== null) throw refusal;
      const serving = serve(exchange).then((answer) =>
        compress(answer, request.headers['accept-encoding']?.toString()),
      );
      answered = await withinDeadline(exchange, serving);
    } catch (error) {
      failure = error;
      answered = failureAnswer(failureOf(error), exchange);
    }
    // Asked now: a service that was told to stop while this was under way does not wait for another request.
    const headers = distrusted || closing() ? { ...answered.headers, Connection: 'close' } : answered.headers;
    const left = response.closed;
    const bytes = send(
      response,
      { ...answered, headers },
      { requestId: exchange.requestId, onCut: metrics.slowReaderCut },
    );
    report(exchange, { status: answered.status, bytes, error: failure, left });
  };
}
