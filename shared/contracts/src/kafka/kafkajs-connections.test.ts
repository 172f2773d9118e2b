import { Duplex } from 'node:stream';
import Connection from 'kafkajs/src/network/connection.js';
import Encoder from 'kafkajs/src/protocol/encoder.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repairKafkaJs } from './kafkajs-repairs.ts';

beforeEach(() => {
  vi.useFakeTimers();
  repairKafkaJs();
});
afterEach(() => {
  vi.useRealTimers();
});

const CORRELATION_OFFSET = 8;
/** Of this length a response begins when the broker is killed in the middle of it. */
const CUT_SIZE = 1_000_000;

/** A broker that answers each request with its correlation id alone, at the end of a socket that is no socket. */
function socketTo(broker: { sockets: Duplex[]; answers: boolean }) {
  return ({ onConnect }: { readonly onConnect: () => void }) => {
    const socket = new Duplex({
      read: () => undefined,
      write(request: Buffer, _encoding, written) {
        const answer = Buffer.alloc(8);
        answer.writeInt32BE(4, 0);
        request.copy(answer, 4, CORRELATION_OFFSET, CORRELATION_OFFSET + 4);
        if (broker.answers) socket.push(answer);
        written();
      },
    });
    broker.sockets.push(socket);
    queueMicrotask(onConnect);
    return Object.assign(socket, { unref: () => undefined });
  };
}

function connectionTo(broker: Parameters<typeof socketTo>[0]) {
  const logger = { debug: () => undefined, warn: () => undefined, error: () => undefined, namespace: () => logger };
  const options = { host: 'a', port: 1, logger, socketFactory: socketTo(broker), requestTimeout: 1_000 };
  return new Connection({ ...options, connectionTimeout: 1_000 });
}

const request = {
  request: { apiKey: 18, apiVersion: 0, apiName: 'ApiVersions', encode: async () => new Encoder() },
  response: { decode: async (payload: Buffer) => payload, parse: async () => 'answered' },
};

it('reads the answers of a new connection, although the one before ended in the middle of an answer', async () => {
  const broker: { sockets: Duplex[]; answers: boolean } = { sockets: [], answers: true };
  const connection = connectionTo(broker);
  await connection.connect();
  const begun = Buffer.alloc(100);
  begun.writeInt32BE(CUT_SIZE, 0);
  broker.sockets[0]?.push(begun);
  broker.sockets[0]?.push(null);
  await vi.advanceTimersByTimeAsync(10);
  await connection.connect();
  const answer = connection.send(request).catch((error: unknown) => String(error));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await answer).toBe('answered');
});

it('ends a request that is sent while the connection is being given up', async () => {
  const broker: { sockets: Duplex[]; answers: boolean } = { sockets: [], answers: false };
  for (let turns = 0; turns < 12; turns += 1) {
    const connection = connectionTo(broker);
    await connection.connect();
    let ended = false;
    connection.send(request).then(
      () => undefined,
      () => {
        ended = true;
      },
    );
    for (let turn = 0; turn < turns; turn += 1) await undefined;
    void connection.disconnect();
    await vi.advanceTimersByTimeAsync(5_000);
    expect({ turns, ended }).toEqual({ turns, ended: true });
  }
});
