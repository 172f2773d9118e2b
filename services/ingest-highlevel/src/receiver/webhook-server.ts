import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Component } from '@fundlens/runtime/lifecycle';
import { listen } from '@fundlens/runtime/listen';
import type { ReceiveBody } from './body-receiver.ts';
import type { Answer, HandleDelivery } from './delivery-handler.ts';

/** As options of the service name them. */
export type WebhookServerOptions = {
  readonly HTTP_HOST: string;
  /** 0 takes a free port. */
  readonly HTTP_PORT: number;
  readonly WEBHOOK_PATH: string;
  readonly WEBHOOK_ANSWER_MS: number;
  readonly WEBHOOK_MAX_IN_FLIGHT: number;
  readonly receive: ReceiveBody;
  readonly handle: HandleDelivery;
  /** Of every answer to a delivery. */
  readonly onAnswer: (answer: Answer) => void;
  readonly onError: (error: unknown) => void;
};

/** Proxies keep more connections open than they use, and those above the limit of deliveries are told to come again. */
const CONNECTIONS_PER_DELIVERY = 10;
/** A proxy in front keeps its connections for less, and closes first. */
const KEEP_ALIVE_MS = 75_000;
/** Senders that are silent from the beginning count too. */
const HEADERS_TIMEOUT_MS = 10_000;
/** How often Node looks for heads and bodies that are late; they may be by as much more. */
const CHECK_INTERVAL_MS = 1_000;
/** HighLevel repeats after ten minutes whatever this says; others that read it wait as long. */
const RETRY_AFTER_SECONDS = 600;

export type WebhookServer = Component & {
  port(): number;
  /** Opened when the other parts have started, closed before they stop: until and from then on everything comes again. */
  readonly gate: Gate;
};

/**
 * Where webhooks arrive: one path. It is the first part to start and the last to stop: what it cannot take it answers with 429.
 */
export function createWebhookServer(options: WebhookServerOptions): WebhookServer {
  const { HTTP_HOST: host, HTTP_PORT: port, WEBHOOK_MAX_IN_FLIGHT: maxInFlight, onError } = options;
  const limits = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: HEADERS_TIMEOUT_MS + options.WEBHOOK_ANSWER_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const gate = createGate(maxInFlight);
  const server = createServer(limits, (request, response) => {
    respond({ ...options, gate }, request, response).catch((error: unknown) => {
      onError(error);
      response.destroy();
    });
  });
  server.maxConnections = CONNECTIONS_PER_DELIVERY * maxInFlight;
  let given = 0;
  return {
    name: 'webhook server',
    gate,
    port: () => given,
    async start() {
      given = await listen(server, { host, port, options: 'HTTP' });
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

type Receiver = WebhookServerOptions & { readonly gate: Gate };

async function respond(options: Receiver, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.split('?', 1)[0] !== options.WEBHOOK_PATH) return void response.writeHead(404).end();
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
async function answerTo(request: IncomingMessage, options: Receiver): Promise<Answer | null> {
  const { gate, receive, handle, WEBHOOK_ANSWER_MS: answerWithinMs } = options;
  const until = performance.now() + answerWithinMs;
  const body = await receive(request, answerWithinMs);
  if (!Buffer.isBuffer(body)) return body;
  return await gate.run(() => handle(body, request.headers), until - performance.now());
}

type Gate = ReturnType<typeof createGate>;

/** **Invariant**: every delivery that cannot be worked on now is answered with 429 and comes again. */
function createGate(maxInFlight: number) {
  const working = new Set<Promise<Answer>>();
  let closed: string | null = 'starting';

  return {
    name: 'receiver',
    inFlight: () => working.size,
    /**
     * The answer of the work, or one that comes before it.
     * @param withinMs a delivery that takes longer is answered; its work goes on, and does no harm when the delivery comes again
     */
    async run(work: () => Promise<Answer>, withinMs: number): Promise<Answer> {
      if (closed !== null) return later(closed);
      if (working.size >= maxInFlight) return later('too_many_in_flight');
      const answer = work();
      working.add(answer);
      const tooLate = Promise.withResolvers<Answer>();
      const timer = setTimeout(tooLate.resolve, withinMs, later('not_stored_in_time'));
      const done = answer.finally(() => {
        clearTimeout(timer);
        working.delete(answer);
      });
      return await Promise.race([done, tooLate.promise]);
    },
    async start() {
      closed = null;
    },
    async stop() {
      closed = 'stopping';
      await Promise.allSettled(working);
    },
  };
}

function later(code: string): Answer {
  return { status: 429, code, type: 'unknown' };
}
