import { request as httpRequest } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { readFileSync } from 'node:fs';

/** Of a file with a certificate and its key. */
const identityIn = (file: string) => ({ cert: readFileSync(file), key: readFileSync(file) });

type Terminator = { readonly port: number; close(): void };

/** TLS in front of a server that has none: the Redis of the package registry is built without it. */
export async function terminateTls(
  certificate: string,
  { port, clientCa }: { readonly port: number; readonly clientCa?: string },
): Promise<Terminator> {
  const mutual = clientCa === undefined ? {} : { ca: readFileSync(clientCa), requestCert: true };
  const server = createTlsServer({ ...identityIn(certificate), ...mutual }, (client) => {
    const upstream = connect(port, '127.0.0.1');
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** Https in front of the schema registry, for those that send one of these Authorization headers. */
export async function guardRegistry(
  certificate: string,
  { url, allowed }: { readonly url: string; readonly allowed: readonly string[] },
): Promise<Terminator> {
  const target = new URL(url);
  const server = createHttpsServer(identityIn(certificate), (request, response) => {
    if (!allowed.includes(request.headers.authorization ?? '')) {
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end('{"error_code":401,"message":"Unauthorized"}');
      return;
    }
    const { method, url: path, headers } = request;
    const { hostname, port } = target;
    const forwarded = httpRequest({ hostname, port, method, path, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
