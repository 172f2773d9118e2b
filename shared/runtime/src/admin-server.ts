import { createServer, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { listen } from './listen.ts';

/** A part at this moment. Instants in epoch milliseconds. */
export type PartReport = {
  readonly state: string;
  /** It has been in this state since then. */
  readonly since: number;
  /** The last trouble and when it was last seen, also when it is over; null: none since the process started. */
  readonly lastError: { readonly code: string; readonly at: number } | null;
};

/** One line of health per part, e.g. `{ok: false, degraded: true, checks: {mongodb: 'away: no primary'}}`. */
export type HealthReport = {
  readonly ok: boolean;
  /** Something does not work as it should. A process that is ready may be degraded: it has an alert, not a restart. */
  readonly degraded: boolean;
  readonly checks: Readonly<Record<string, string>>;
  readonly parts?: Readonly<Record<string, PartReport>>;
};

/**
 * A query or command for operators. **Invariant**: the admin port has no authentication, so an action shows no data and loses
 * none, however often it is called.
 */
export type AdminAction = {
  readonly method: 'GET' | 'POST';
  /** Matches the whole path; `run` gets its named groups. */
  readonly path: RegExp;
  readonly run: (
    named: Readonly<Record<string, string>>,
  ) => Promise<{ readonly status: number; readonly body: object }>;
};

export type AdminServerOptions = {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly metrics: Registry;
  /** False only when a restart helps. */
  readonly live: () => HealthReport;
  /** False while requests or events should go elsewhere. */
  readonly ready: () => Promise<HealthReport>;
  readonly actions?: readonly AdminAction[];
  readonly onError: (error: unknown) => void;
};

export type AdminServer = { readonly port: number; stop(): Promise<void> };

/** Health, metrics and actions on a port of their own, away from the API: `/livez`, `/readyz`, `/metrics`. */
export async function startAdminServer(options: AdminServerOptions): Promise<AdminServer> {
  const server = createServer((request, response) => {
    respond(options, request.method, request.url, response).catch((error: unknown) => {
      options.onError(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  return {
    port: await listen(server, { ...options, options: { host: 'ADMIN_HOST', port: 'ADMIN_PORT' } }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  { live, ready, metrics, actions = [] }: AdminServerOptions,
  method: string | undefined,
  url: string | undefined,
  response: ServerResponse,
): Promise<void> {
  const here = actions.filter(({ path }) => path.test(url ?? ''));
  const action = here.find((candidate) => candidate.method === method);
  if (action !== undefined) {
    const { status, body } = await action.run(action.path.exec(url ?? '')?.groups ?? {});
    sendJson(response, status, body);
  } else if (here.length > 0) {
    response.writeHead(405, { allow: here.map((candidate) => candidate.method).join(', ') }).end();
  } else if (method !== 'GET') {
    response.writeHead(405, { allow: 'GET' }).end();
  } else if (url === '/livez') {
    sendHealth(response, live());
  } else if (url === '/readyz') {
    sendHealth(response, await ready());
  } else if (url === '/metrics') {
    const text = await metrics.metrics();
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  } else {
    response.writeHead(404).end();
  }
}

function sendHealth(response: ServerResponse, report: HealthReport): void {
  sendJson(response, report.ok ? 200 : 503, report);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
