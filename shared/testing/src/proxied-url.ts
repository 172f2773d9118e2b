import { startTcpProxy, type TcpProxy, type TcpProxyOptions } from './tcp-proxy.ts';

export type ServerAddress = { readonly host: string; readonly port: number };

/** Scheme, credentials with their `@`, servers, and the rest: a path, options. The driver of MongoDB divides it so, too. */
const CONNECTION_STRING = /^(?<scheme>[a-z][a-z0-9+.-]*):\/\/(?<login>[^@/?#]*@)?(?<servers>[^/?#@]+)(?<rest>.*)$/s;
const SERVER = /^(?<host>\[[0-9a-f:.]+\]|[^:[\]%]+)(?::(?<port>\d{1,5}))?$/i;

const USUAL_PORTS: Readonly<Record<string, number>> = { mongodb: 27_017, redis: 6_379, http: 80 };

/**
 * Where the one server of a connection string listens.
 * @throws TypeError without the string, which may hold a password: it names several servers, or none
 */
export function serverOf(connectionString: string): ServerAddress {
  return partsOf(connectionString).server;
}

/**
 * The same connection string, by way of a proxy on this machine: credentials, database and options stay as they are. To a
 * MongoDB the client is told to connect directly; it would go on by the names that the server gives itself.
 * @throws TypeError as `serverOf` does
 */
export function proxiedUrl(connectionString: string, port: number): string {
  const { scheme, login, rest } = partsOf(connectionString);
  return `${scheme}://${login}127.0.0.1:${port}${scheme === 'mongodb' ? withDirectConnection(rest) : rest}`;
}

/** A proxy before the one server of a connection string, and the connection string that goes through it. */
export async function startProxyOf(
  connectionString: string,
  options?: TcpProxyOptions,
): Promise<{ readonly proxy: TcpProxy; readonly url: string }> {
  const proxy = await startTcpProxy(serverOf(connectionString), options);
  return { proxy, url: proxiedUrl(connectionString, proxy.port) };
}

function partsOf(connectionString: string) {
  const { scheme = '', login = '', servers = '', rest = '' } = CONNECTION_STRING.exec(connectionString)?.groups ?? {};
  if (scheme === '') throw new TypeError('This is no connection string: it needs a scheme and a server.');
  if (scheme === 'mongodb+srv') {
    throw new TypeError('A proxy stands before one server; mongodb+srv names servers in the DNS. Use mongodb://.');
  }
  if (servers.includes(',')) {
    throw new TypeError('A proxy stands before one server, and the connection string names several.');
  }
  const { host, port } = SERVER.exec(servers)?.groups ?? {};
  const usual = USUAL_PORTS[scheme];
  if (host === undefined || (port ?? usual) === undefined) {
    throw new TypeError(
      'A proxy needs the host and the port of the server, and the connection string does not say them.',
    );
  }
  const server: ServerAddress = { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port ?? usual) };
  return { scheme, login, server, rest };
}

function withDirectConnection(rest: string): string {
  const [path = '', ...query] = rest.split('?');
  const others = query
    .join('?')
    .split('&')
    .filter((option) => option !== '' && !/^directConnection=/i.test(option));
  return `${path === '' ? '/' : path}?${[...others, 'directConnection=true'].join('&')}`;
}
