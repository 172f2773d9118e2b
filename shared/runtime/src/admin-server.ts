import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { isAllowedHost, refusalOfWrite } from './admin-access.ts';
import type { Component } from './lifecycle.ts';
import { listen } from './listen.ts';
import type { Logger } from './logger.ts';
import type { AdminConfig } from './service-options.ts';

/** A part at this moment. */
export type PartReport = {
  readonly state: string;
  /** Epoch milliseconds: it has been in this state since then. */
  readonly since: number;
};

/** One line of health per part, e.g. `{ok: false, degraded: true, checks: {mongodb: 'away: no primary'}}`. */
export type HealthReport = {
  readonly ok: boolean;
  /** Something does not work as it should. A process that is ready may be degraded: it has an alert, not a restart. */
  readonly degraded: boolean;
  readonly checks: Readonly<Record<string, string>>;
  readonly parts?: Readonly<Record<string, PartReport>>;
};

export type AdminRequest = {
  /** Named groups of the path. */
  readonly named: Readonly<Record<string, string>>;
  /** The account or ticket that the client names in `Operator-Account`; null: none. */
  readonly operator: string | null;
};

/** An object goes out as JSON, text as it is. */
export type AdminResponse = {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body: object | string;
};

/**
 * A query or command for operators. **Invariant**: reading needs no authentication, so an action that reads shows ids, codes and
 * counts, never a value of an event. A POST runs only with the token.
 */
export type AdminAction = {
  readonly method: 'GET' | 'POST';
  /** Matches the whole path. */
  readonly path: RegExp;
  readonly run: (request: AdminRequest) => Promise<AdminResponse>;
};

export type AdminParts = {
  readonly registry: Registry;
  /** False while requests or events should go elsewhere. */
  readonly ready: () => Promise<HealthReport>;
  readonly actions?: readonly AdminAction[] | undefined;
  /** What every POST must bring; undefined: every POST is refused. */
  readonly token?: string | undefined;
};

type Options = AdminParts & { readonly config: AdminConfig; readonly logger: Pick<Logger, 'warn' | 'error'> };

/** Health, metrics and actions on a port of their own, away from the API: `/livez`, `/readyz`, `/metrics`. */
export function createAdminServer(options: Options): Component & { readonly port: () => number } {
  const server = createServer(async (request, response) => {
    try {
      send(response, await answer(options, request));
    } catch (error) {
      options.logger.error({ error }, 'admin server failed to answer');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  });
  let port = 0;
  return {
    name: 'admin server',
    /** The one that was given; 0 before the start. */
    port: () => port,
    async start() {
      const { ADMIN_HOST: host, ADMIN_PORT } = options.config;
      port = await listen(server, { host, port: ADMIN_PORT, options: 'ADMIN' });
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(options: Options, { method, url = '', headers }: IncomingMessage): Promise<AdminResponse> {
  const { actions = [], config, token, logger } = options;
  if (!isAllowedHost(headers.host, [config.ADMIN_HOST.toLowerCase(), ...config.ADMIN_ALLOWED_HOSTS])) {
    const message = 'This port is asked by an IP address, as localhost, or by a name of ADMIN_ALLOWED_HOSTS.';
    return { status: 421, body: { error: { code: 'host_not_allowed', message } } };
  }
  const [path = ''] = url.split('?', 1);
  const here = [...standardActions(options), ...actions].filter((candidate) => candidate.path.test(path));
  if (here.length === 0) return { status: 404, body: '' };
  const action = here.find((candidate) => candidate.method === method);
  if (action === undefined) {
    return { status: 405, headers: { allow: here.map((candidate) => candidate.method).join(', ') }, body: '' };
  }
  const refusal = action.method === 'POST' ? refusalOfWrite(token, headers) : null;
  if (refusal !== null) {
    const { status, code, message } = refusal;
    logger.warn({ code }, 'admin write refused');
    return { status, body: { error: { code, message } } };
  }
  const named = action.path.exec(path)?.groups ?? {};
  return await action.run({ named, operator: headers['operator-account']?.toString() ?? null });
}

/** A restart cures nothing: every service waits for its servers by itself. */
const LIVE: HealthReport = { ok: true, degraded: false, checks: {} };

function standardActions({ ready, registry }: AdminParts): AdminAction[] {
  const health = (report: HealthReport) => ({ status: report.ok ? 200 : 503, body: report });
  const headers = { 'content-type': registry.contentType };
  return [
    { method: 'GET', path: /^\/livez$/, run: async () => health(LIVE) },
    { method: 'GET', path: /^\/readyz$/, run: async () => health(await ready()) },
    { method: 'GET', path: /^\/metrics$/, run: async () => ({ status: 200, headers, body: await registry.metrics() }) },
  ];
}

function send(response: ServerResponse, { status, headers = {}, body }: AdminResponse): void {
  const isText = typeof body === 'string';
  const type = isText ? {} : { 'content-type': 'application/json' };
  response.writeHead(status, { ...type, ...headers }).end(isText ? body : JSON.stringify(body));
}
