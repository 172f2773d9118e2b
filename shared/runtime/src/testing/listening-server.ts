import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './at-end.ts';

/** A server on 127.0.0.1 until the test ends, or the file where no test has begun. Without `answer` it never answers. */
export async function listeningServer(answer?: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((closed) => server.close(() => closed()));
  };
  atEnd(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
