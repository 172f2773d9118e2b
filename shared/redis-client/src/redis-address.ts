/** `REDIS_URL`, read. */
export type RedisAddress = {
  readonly isTls: boolean;
  readonly username: string | null;
  readonly password: string | null;
  /** At least one; further ones are other nodes of the same cluster. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  /** What follows the nodes, e.g. the number of a database. */
  readonly rest: string;
};

const USUAL_PORT = 6379;
const MAX_PORT = 65_535;
const URL_FORM = /^(rediss?):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?#]+)(.*)$/;
const NODE_FORM = /^(\[[0-9a-f:.]+\]|[^\s:[\],]+)(?::(\d{1,5}))?$/i;

/** `redis://user:password@host:port,host:port`, user and password percent-encoded. @returns null for anything else. */
export function readRedisAddress(url: string): RedisAddress | null {
  const [, scheme, username, password, hosts = '', rest = ''] = URL_FORM.exec(url) ?? [];
  const nodes = hosts.split(',').map((node) => {
    const [, host, port = USUAL_PORT] = NODE_FORM.exec(node) ?? [];
    return host === undefined || Number(port) > MAX_PORT
      ? null
      : { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) };
  });
  const found = nodes.filter((node) => node !== null);
  const login = [username, password].map(decoded);
  if (scheme === undefined || found.length < nodes.length || login.includes(undefined)) return null;
  const [user = null, secret = null] = login;
  return { isTls: scheme === 'rediss', username: user, password: secret, nodes: found, rest };
}

/** Undefined: not percent-encoded as it must be. */
function decoded(text: string | undefined): string | null | undefined {
  if (text === undefined || text === '') return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
