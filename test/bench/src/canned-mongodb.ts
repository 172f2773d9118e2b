import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import {
  answerHello,
  answerWrite,
  commandKey,
  isHello,
  isWrite,
  messagesOf,
  withRequestId,
} from './mongodb-messages.ts';

/**
 * Stands in for MongoDB where the database must not be what limits a measurement. Every read is asked of the real one
 * once; the same read is answered with the same bytes from then on. Writes are answered as done and not done. A process of
 * its own; prints its port and its process as one line of JSON when it is ready.
 */

export type CannedTask = { readonly mongodbUrl: string };
export type CannedReady = { readonly port: number; readonly pid: number };

/** Enough for what a benchmark asks for. More would be reads that never come again, e.g. of a time that goes on. */
const MAX_REPLIES = 20_000;

const { mongodbUrl } = JSON.parse(process.argv[2] ?? '') as CannedTask;
const { hostname, port } = new URL(mongodbUrl);
const replies = new Map<string, Buffer>();

const server = createServer(serve);
server.listen(0, '127.0.0.1', () => {
  const ready: CannedReady = { port: (server.address() as AddressInfo).port, pid: process.pid };
  console.log(JSON.stringify(ready));
});
process.once('SIGTERM', () => process.exit(0));

/** One client connection and, for what is not known yet, one to the real server, which answers in order. */
function serve(client: Socket): void {
  const upstream = connect({ host: hostname, port: Number(port || '27017') });
  const asked: (string | null)[] = [];
  for (const [socket, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    socket.setNoDelay(true);
    socket.once('close', () => other.destroy());
    socket.on('error', () => socket.destroy());
  }
  client.on(
    'data',
    messagesOf((message) => {
      if (isHello(message)) return void client.write(answerHello(message));
      if (isWrite(message)) return void client.write(answerWrite(message));
      const key = commandKey(message);
      const known = key === null ? undefined : replies.get(key);
      if (known !== undefined) return void client.write(withRequestId(known, message));
      asked.push(key);
      upstream.write(message);
    }),
  );
  upstream.on(
    'data',
    messagesOf((reply) => {
      const key = asked.shift() ?? null;
      if (key !== null && replies.size < MAX_REPLIES) replies.set(key, Buffer.from(reply));
      client.write(reply);
    }),
  );
}
