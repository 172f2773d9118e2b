import type { IncomingMessage } from 'node:http';
import { isLostConnection } from '@fundlens/runtime/lost-connection';
import Koa, { type Middleware } from 'koa';
import type { ReceiveBody } from './body-receiver.ts';
import type { Answer, HandleDelivery } from './delivery-handler.ts';
import type { ReceiverGate } from './receiver-gate.ts';

export type AppOptions = {
  readonly path: string;
  /** HighLevel does not wait for an answer that comes later. */
  readonly answerWithinMs: number;
  readonly receive: ReceiveBody;
  readonly gate: ReceiverGate;
  readonly handle: HandleDelivery;
  /** Of every answer to a delivery. */
  readonly onAnswer: (answer: Answer) => void;
  readonly onError: (error: unknown) => void;
};

/** HighLevel repeats after ten minutes whatever this says; others that read it wait as long. */
const RETRY_AFTER_SECONDS = '600';

/** The HTTP application: one path, which takes webhooks. */
export function createApp(options: AppOptions): Koa {
  const app = new Koa();
  app.use(webhooks(options));
  app.on('error', (error: unknown) => {
    if (!isOfSender(error)) options.onError(error);
  });
  return app;
}

function webhooks(options: AppOptions): Middleware {
  const { path, onAnswer } = options;
  return async (context) => {
    const { req: request } = context;
    if (context.path !== path) {
      context.status = 404;
      return;
    }
    if (context.method !== 'POST') {
      context.set('Allow', 'POST');
      context.status = 405;
      return;
    }
    const answer = await answerTo(request, options);
    if (answer === null) {
      context.respond = false;
      return;
    }
    onAnswer(answer);
    context.status = answer.status;
    if (answer.status === 429) context.set('Retry-After', RETRY_AFTER_SECONDS);
    // What is left of a body that was given up is not waited for.
    if (!request.complete) context.set('Connection', 'close');
    context.body = answer.status === 200 ? { result: answer.code } : { error: answer.code };
  };
}

/** A place is taken by a body that is complete. Null: the sender has ended the connection. */
async function answerTo(request: IncomingMessage, options: AppOptions): Promise<Answer | null> {
  const { gate, receive, handle, answerWithinMs } = options;
  const until = performance.now() + answerWithinMs;
  const body = await receive(request, answerWithinMs);
  if (!Buffer.isBuffer(body)) return body;
  return await gate.run(() => handle(body, request.headers), until - performance.now());
}

/** Koa reports what happens to a connection too: a sender that breaks off, or does not speak HTTP to the end. */
function isOfSender(error: unknown): boolean {
  return (
    isLostConnection(error) || (error instanceof Error && 'code' in error && String(error.code).startsWith('HPE_'))
  );
}
