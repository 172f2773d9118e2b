import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBodyReceiver } from './body-receiver.ts';
import type { Answer } from './delivery-handler.ts';
import { createWebhookServer } from './webhook-server.ts';

const MAX_BODY_BYTES = 1_000;
/** Of requests that have to be answered, however busy the machine is. */
const AMPLE_MS = 10_000;
const SOON_MS = 200;
const STORED: Answer = { status: 200, code: 'published', type: 'ContactCreate' };

let server: ReturnType<typeof createWebhookServer>;
let url: string;
let bodies: string[];
let answers: Answer[];
let arrived: IncomingMessage[];
let work: () => Promise<Answer>;

beforeEach(async () => {
  bodies = [];
  answers = [];
  work = async () => STORED;
  arrived = [];
  await start(AMPLE_MS);
});

afterEach(() => server.stop());

async function start(answerMs: number): Promise<void> {
  const receive = createBodyReceiver({ maxBodies: 2, maxBodyBytes: MAX_BODY_BYTES });
  server = createWebhookServer({
    ...{ HTTP_HOST: '127.0.0.1', HTTP_PORT: 0, WEBHOOK_PATH: '/webhooks/highlevel' },
    ...{ WEBHOOK_ANSWER_MS: answerMs, WEBHOOK_MAX_IN_FLIGHT: 2 },
    receive(request, withinMs) {
      arrived.push(request);
      return receive(request, withinMs);
    },
    async handle(body) {
      bodies.push(body.toString());
      return await work();
    },
    onAnswer: (answer) => answers.push(answer),
    onError: (error) => expect.unreachable(String(error)),
  });
  await server.start();
  url = `http://127.0.0.1:${server.port()}/webhooks/highlevel`;
  await server.gate.start();
}

/** A webhook whose body does not end. */
function begun() {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST /webhooks/highlevel HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"type"');
  return socket;
}

const post = (body: string) => fetch(url, { method: 'POST', body });

describe('a posted webhook', () => {
  it('is handed over byte for byte, and its answer has no more than a code', async () => {
    const response = await post('{"type": "ContactCreate",\n"id":"c-1"}');
    expect(bodies).toEqual(['{"type": "ContactCreate",\n"id":"c-1"}']);
    expect([response.status, await response.json()]).toEqual([200, { result: 'published' }]);
  });

  it('gets 429 and when to come again while it cannot be stored', async () => {
    work = async () => ({ status: 429, code: 'kafka_unavailable', type: 'ContactCreate' });
    const response = await post('{}');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '600']);
    expect(await response.json()).toEqual({ error: 'kafka_unavailable' });
  });

  it('gets 429 when it is too large, however its size is told and also when it fits into no buffer', async () => {
    const large = 'x'.repeat(MAX_BODY_BYTES + 1);
    expect((await post(large)).status).toBe(429);
    const streamed = new Blob([large]).stream();
    expect((await fetch(url, { method: 'POST', body: streamed, duplex: 'half' } as RequestInit)).status).toBe(429);
    expect((await post('x'.repeat(8_000_000))).status).toBe(429);
    expect(answers.map(({ code }) => code)).toEqual(['body_too_large', 'body_too_large', 'body_too_large']);
    expect((await post('x'.repeat(MAX_BODY_BYTES))).status).toBe(200);
  });

  it('gets 429 when too many are in work, and 429 when its own takes too long', async () => {
    await server.stop();
    await start(SOON_MS);
    const { promise, resolve } = Promise.withResolvers<Answer>();
    work = () => promise;
    const first = [post('1'), post('2')];
    while (server.gate.inFlight() < 2) await new Promise((wake) => setTimeout(wake, 5));
    expect(await (await post('3')).json()).toEqual({ error: 'too_many_in_flight' });
    for (const response of await Promise.all(first))
      expect(await response.json()).toEqual({ error: 'not_stored_in_time' });
    resolve(STORED);
    await server.gate.stop();
    expect(server.gate.inFlight()).toBe(0);
  });

  it("that breaks off is nobody's failure", async () => {
    const socket = begun();
    while (arrived.length === 0) await new Promise((wake) => setTimeout(wake, 5));
    socket.destroy();
    for (const request of arrived) await new Promise((closed) => request.once('close', closed));
    expect(answers).toEqual([]);
  });

  it('gets 429 and loses its connection when its body does not come, or gives way to others', async () => {
    await server.stop();
    await start(SOON_MS);
    const sockets = [begun(), begun(), begun()];
    for (const answer of await Promise.all(sockets.map((socket) => text(socket)))) {
      expect(answer).toMatch(/^HTTP\/1.1 429 .*connection: close.*{"error":"body_too_slow"}$/is);
    }
    expect(server.gate.inFlight()).toBe(0);
    expect(answers.map(({ code }) => code)).toEqual(sockets.map(() => 'body_too_slow'));
  });
});

it.each([
  ['GET', '/webhooks/highlevel', 405],
  ['POST', '/webhooks/other', 404],
])('%s %s is no webhook', async (method, path, status) => {
  expect((await fetch(new URL(path, url), { method })).status).toBe(status);
  expect(bodies).toEqual([]);
});
