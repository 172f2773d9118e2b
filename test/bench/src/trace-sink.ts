import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes traces by OTLP over HTTP and keeps none; prints its address first, and what it has taken when it is asked. */

export type TraceSinkReady = { readonly url: string };
/** GET /taken */
export type TakenTraces = { readonly exports: number; readonly bytes: number };

let [exports, bytes] = [0, 0];

const server = createServer((request, response) => {
  response.setHeader('Content-Type', 'application/json');
  if (request.method === 'GET') {
    response.end(JSON.stringify({ exports, bytes } satisfies TakenTraces));
    return;
  }
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.on('end', () => {
    exports += 1;
    response.end('{}');
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` } satisfies TraceSinkReady));
});
process.once('SIGTERM', () => process.exit());
