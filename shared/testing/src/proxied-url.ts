import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const USUAL_PORTS: Readonly<Record<string, number>> = { 'mongodb:': 27_017, 'redis:': 6_379, 'http:': 80 };

/** Where the one server of a connection string listens. */
export function serverOf(connectionString: string): { readonly host: string; readonly port: number } {
  const { protocol, hostname, port } = new URL(connectionString);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || USUAL_PORTS[protocol]) };
}

/**
 * The same connection string, by way of a proxy on this machine. To a MongoDB the client is told to connect directly; it would
 * go on by the names that the server gives itself.
 */
export function proxiedUrl(connectionString: string, port: number): string {
  const url = new URL(connectionString);
  url.host = `127.0.0.1:${port}`;
  if (url.protocol === 'mongodb:') {
    url.pathname ||= '/';
    url.searchParams.set('directConnection', 'true');
  }
  return url.href;
}

/** A proxy before the one server of a connection string, and the connection string that goes through it. */
export async function startProxyOf(
  connectionString: string,
): Promise<{ readonly proxy: TcpProxy; readonly url: string }> {
  const proxy = await startTcpProxy(serverOf(connectionString));
  return { proxy, url: proxiedUrl(connectionString, proxy.port) };
}
