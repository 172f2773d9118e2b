import type { Middleware } from 'koa';
import type { AccessLog } from '../access-log.ts';
import type { Clock } from '../clock.ts';
import type { QueryMetrics } from '../metrics.ts';
import { newRequestId } from '../request-id.ts';
import { createCompression } from './compression.ts';
import { ClientLeft, deadlinePassed, failureAnswer, failureOf } from './failure.ts';
import { parseTarget } from './request-target.ts';
import { type Answer, RequestState } from './request-state.ts';
import { send } from './send.ts';
import { malformed } from './well-formed.ts';

export type AnswerOptions = {
  readonly clock: Clock;
  readonly log: AccessLog;
  readonly metrics: Pick<QueryMetrics, 'answered' | 'slowReaderCut'>;
  /** After which a request is answered as an outage, whatever it still waits for. */
  readonly deadlineMs: number;
  /** True while shutting down: connections are not kept. */
  readonly closing: () => boolean;
};

const METHOD_NOT_ALLOWED = 405;

/**
 * The outermost step. **Invariant**: every request gets exactly one answer, in an envelope, with its request id, within
 * the deadline; whatever is thrown inside.
 */
export function answer({ clock, log, metrics, deadlineMs, closing }: AnswerOptions): Middleware<RequestState> {
  const compress = createCompression();

  function withinDeadline(state: RequestState, work: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const late = deadlinePassed();
        state.end(late);
        reject(late);
      }, deadlineMs);
      work.then(
        (answered) => {
          clearTimeout(timer);
          resolve(answered);
        },
        (error: unknown) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    });
  }

  return async (context, next) => {
    // Answers are written by `send`, in one step: Koa's own responder would build headers one by one.
    context.respond = false;
    const { req: request, res: response } = context;
    const target = parseTarget(request.url ?? '');
    const state = new RequestState({ requestId: newRequestId(), startedAt: clock.monotonic(), target });
    context.state = state;
    context.newRouterPath = target.path;
    response.once('close', () => {
      if (!response.writableFinished) state.end(new ClientLeft());
      state.close();
    });

    async function serve(): Promise<Answer> {
      await next();
      if (state.answer === null) throw new TypeError('no step has answered');
      return compress(state.answer, request.headers['accept-encoding']?.toString());
    }

    let answered: Answer;
    let failure: unknown = null;
    const refusal = malformed(request);
    // Who disagrees with us about one request on a connection may do so about the next.
    const isDistrusted = refusal !== null && refusal.status !== METHOD_NOT_ALLOWED;
    try {
      if (refusal !== null) throw refusal;
      answered = await withinDeadline(state, serve());
    } catch (error) {
      failure = error;
      answered = failureAnswer(failureOf(error), state);
    }
    // Asked now: a service that was told to stop while this was under way does not wait for another request.
    if (isDistrusted || closing()) answered = { ...answered, headers: { ...answered.headers, Connection: 'close' } };
    const bytes = send(response, answered, { requestId: state.requestId, onCut: metrics.slowReaderCut });
    const durationMs = clock.monotonic() - state.startedAt;
    metrics.answered({ route: state.route, status: answered.status, seconds: durationMs / 1_000, bytes });
    log.answered(state, { status: answered.status, durationMs, bytes, failure });
  };
}
