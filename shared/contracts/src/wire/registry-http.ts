import { type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { json } from 'node:stream/consumers';
import { RetryableError } from '@fundlens/runtime/errors';

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

export const DEFAULT_TIMEOUT_MS = 5_000;
const MEDIA_TYPE = 'application/vnd.schemaregistry.v1+json';

type RegistryRequest = { readonly method: 'GET' | 'POST' | 'PUT'; readonly path: string; readonly body?: unknown };
export type RegistryResponse = {
  readonly status: number;
  /** Undefined when the body is not JSON. */
  readonly json: unknown;
};

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
  return tls && new CertifiedAgent(tls);
}

/**
 * Asks a registry what its client cannot; not by `fetch`, which takes no certificates.
 * @throws RetryableError when there is no answer within the time limit; every status is an answer.
 */
export function createRegistryHttp(connection: RegistryConnection) {
  const { url, authorization, timeoutMs = DEFAULT_TIMEOUT_MS } = connection;
  const host = url.replace(/\/+$/, '');
  const agent = agentOf(connection);
  return async ({ method, path, body }: RegistryRequest): Promise<RegistryResponse> => {
    const address = new URL(`${host}${path}`);
    const request = address.protocol === 'https:' ? httpsRequest : httpRequest;
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = {
      accept: MEDIA_TYPE,
      ...(body !== undefined && { 'content-type': MEDIA_TYPE }),
      ...(authorization && { authorization: authorization() }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = request(address, { method, headers, signal, ...(agent && { agent }) }, resolve).on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    try {
      const response = await promise;
      const parsed = await json(response).catch((error: unknown) => {
        if (error instanceof SyntaxError) return undefined;
        throw error;
      });
      return { status: response.statusCode ?? 0, json: parsed };
    } catch (error) {
      const problem = signal.aborted ? 'did not answer in time' : 'is not available';
      throw new RetryableError('registry_unavailable', `The schema registry ${problem}.`, { cause: error });
    }
  };
}
