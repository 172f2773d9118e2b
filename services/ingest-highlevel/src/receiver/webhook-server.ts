import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Component } from '@fundlens/runtime/lifecycle';
import { listen } from '@fundlens/runtime/listen';
import type { ReceiveBody } from './body-receiver.ts';
import type { Answer, HandleDelivery } from './delivery-handler.ts';
import type { ReceiverGate } from './receiver-gate.ts';

export type WebhookServerOptions = {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly path: string;
  /** A further one is closed at once. */
  readonly maxConnections: number;
  /** HighLevel does not wait for an answer that comes later. */
  readonly answerWithinMs: number;
  readonly receive: ReceiveBody;
  readonly gate: ReceiverGate;
  readonly handle: HandleDelivery;
  /** Of every answer to a delivery. */
  readonly onAnswer: (answer: Answer) => void;
  readonly onError: (error: unknown) => void;
};

/** A proxy in front keeps its connections for less, and closes first. */
const KEEP_ALIVE_MS = 75_000;
/** Senders that are silent from the beginning count too. */
const HEADERS_TIMEOUT_MS = 10_000;
/** How often Node looks for heads and bodies that are late; they may be by as much more. */
const CHECK_INTERVAL_MS = 1_000;
/** HighLevel repeats after ten minutes whatever this says; others that read it wait as long. */
const RETRY_AFTER_SECONDS = 600;

/**
 * Where webhooks arrive: one path. It is the first part to start and the last to stop: what it cannot take it answers with 429.
 */
export function createWebhookServer(options: WebhookServerOptions): Component & { port(): number } {
  const { host, port, maxConnections, answerWithinMs, onError } = options;
  const limits = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: HEADERS_TIMEOUT_MS + answerWithinMs,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const server = createServer(limits, (request, response) => {
    respond(options, request, response).catch((error: unknown) => {
      onError(error);
      response.destroy();
    });
  });
  server.maxConnections = maxConnections;
  let given = 0;
  return {
    name: 'webhook server',
    port: () => given,
    async start() {
      given = await listen(server, { host, port, options: { host: 'HTTP_HOST', port: 'HTTP_PORT' } });
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function respond(
  options: WebhookServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url?.split('?', 1)[0] !== options.path) return void response.writeHead(404).end();
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
  const answer = await answerTo(request, options);
  if (answer === null) return;
  const { status, code } = answer;
  options.onAnswer(answer);
  if (status === 429) response.setHeader('retry-after', RETRY_AFTER_SECONDS);
  // What is left of a body that was given up is not waited for.
  if (!request.complete) response.setHeader('connection', 'close');
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(status === 200 ? { result: code } : { error: code }));
}

/** A place is taken by a body that is complete. Null: the sender has ended the connection. */
async function answerTo(request: IncomingMessage, options: WebhookServerOptions): Promise<Answer | null> {
  const { gate, receive, handle, answerWithinMs } = options;
  const until = performance.now() + answerWithinMs;
  const body = await receive(request, answerWithinMs);
  if (!Buffer.isBuffer(body)) return body;
  return await gate.run(() => handle(body, request.headers), until - performance.now());
}
