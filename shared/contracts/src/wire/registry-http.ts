import { request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export type RegistryConnection = {
  /** Base URL of the Confluent-compatible API. */
  readonly url: string;
  /** The Authorization header, asked for at each request. */
  readonly authorization?: () => string;
  /** Own certificates, for https. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /** For each call to the registry. The default is long for a look-up and short for an operator. */
  readonly timeoutMs?: number;
};

export const DEFAULT_REGISTRY_TIMEOUT_MS = 5_000;

/** Each connection takes the certificates anew: they may come from files that were renewed. */
class CertifiedAgent extends HttpsAgent {
  readonly #tls: NonNullable<RegistryConnection['tls']>;

  constructor(tls: NonNullable<RegistryConnection['tls']>) {
    super({ keepAlive: true });
    this.#tls = tls;
  }

  override createConnection(...[options, callback]: Parameters<HttpsAgent['createConnection']>) {
    return super.createConnection({ ...options, ...this.#tls }, callback);
  }
}

export function agentOf({ tls }: Pick<RegistryConnection, 'tls'>): HttpsAgent | undefined {
  return tls === undefined ? undefined : new CertifiedAgent(tls);
}

type RegistryRequest = { readonly method: 'GET' | 'POST' | 'PUT'; readonly path: string; readonly body?: unknown };
export type RegistryResponse = {
  readonly status: number;
  /** Undefined when the body is not JSON. */
  readonly json: unknown;
};

/** Sends requests that the registry's client cannot. Not by `fetch`, which takes no certificates. Rejects as node:http does. */
export function createRegistryHttp(connection: RegistryConnection) {
  const { url, authorization, timeoutMs = DEFAULT_REGISTRY_TIMEOUT_MS } = connection;
  const host = url.replace(/\/+$/, '');
  const agent = agentOf(connection);
  return ({ method, path, body }: RegistryRequest): Promise<RegistryResponse> => {
    const address = new URL(`${host}${path}`);
    const request = address.protocol === 'https:' ? httpsRequest : httpRequest;
    const headers = {
      accept: 'application/vnd.schemaregistry.v1+json',
      ...(body !== undefined && { 'content-type': 'application/vnd.schemaregistry.v1+json' }),
      ...(authorization && { authorization: authorization() }),
    };
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const sent = request(address, { method, headers, signal, ...(agent && { agent }) }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => resolve({ status: response.statusCode ?? 0, json: jsonOf(Buffer.concat(chunks)) }));
      });
      sent.once('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  };
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
