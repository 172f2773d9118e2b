import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isLostConnection } from '@fundlens/runtime/lost-connection';
import Koa, { type Middleware } from 'koa';
import readBody from 'raw-body';
import type { Answer, HandleDelivery } from './delivery-handler.ts';
import type { ReceiverGate } from './receiver-gate.ts';

export type AppOptions = {
  readonly path: string;
  readonly maxBodyBytes: number;
  readonly gate: ReceiverGate;
  readonly handle: HandleDelivery;
  /** Of every answer to a delivery. */
  readonly onAnswer: (answer: Answer, seconds: number) => void;
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
  const { path, gate, onAnswer } = options;
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
    const began = performance.now();
    const refused = gate.refusal();
    if (refused !== null) await drained(request);
    const answer = refused ?? (await gate.run(() => answerTo(request, options)));
    if (answer === null) {
      context.respond = false;
      return;
    }
    onAnswer(answer, (performance.now() - began) / 1_000);
    context.status = answer.status;
    if (answer.status === 429) context.set('Retry-After', RETRY_AFTER_SECONDS);
    context.body = answer.status === 200 ? { result: answer.code } : { error: answer.code };
  };
}

const TOO_LARGE: Answer = { status: 429, code: 'body_too_large', type: 'unknown' };

/** Null: the sender has ended the connection. */
async function answerTo(request: IncomingMessage, { maxBodyBytes, handle }: AppOptions): Promise<Answer | null> {
  try {
    const length = request.headers['content-length'] ?? null;
    return await handle(await readBody(request, { limit: maxBodyBytes, length }), request.headers);
  } catch (error) {
    if (!isTooLarge(error)) return null;
    await drained(request);
    return TOO_LARGE;
  }
}

/**
 * A sender that still writes does not read the answer, and takes a closed connection as final: the rest is received and
 * dropped, within the time limit of the server.
 */
async function drained(request: IncomingMessage): Promise<void> {
  request.resume();
  if (!request.readableEnded && !request.destroyed) await once(request, 'close');
}

function isTooLarge(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'type' in error && error.type === 'entity.too.large';
}

/** Koa reports what happens to a connection too: a sender that breaks off, or does not speak HTTP to the end. */
function isOfSender(error: unknown): boolean {
  return (
    isLostConnection(error) || (error instanceof Error && 'code' in error && String(error.code).startsWith('HPE_'))
  );
}
