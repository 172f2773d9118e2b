import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { choosePorts, readPorts, writePorts } from '../../ports.ts';
import { bareEnvironment, waitUntilReady } from '../../server.ts';
import type { Stack } from '../../stack.ts';
import { rotateLog, startSupervised, tailOf } from '../../supervised.ts';
import { ACCOUNT_REFERENCE_FIELD } from '../places.ts';
import { DEMO_BOARD } from '../stages.ts';
import type { StartOptions } from './start-options.ts';

export type ServicesOptions = {
  readonly dataDirectory: string;
  readonly stack: Stack;
  readonly options: StartOptions;
  readonly cursorSecret: string;
  readonly adminToken: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
  /** Starts a service again whenever one of its sources changes, and opens an inspector for each. */
  readonly watch: boolean;
};

/** The projector and the commands of an operator need the same. */
export const CUSTOM_FIELD_KEEP_LIST: readonly string[] = [ACCOUNT_REFERENCE_FIELD];

const SERVICES = { projector: 'projector', query: 'query service' } as const;
const PORT_NAMES = ['api', 'projectorAdmin', 'queryAdmin', 'projectorInspector', 'queryInspector'] as const;
type Ports = Record<(typeof PORT_NAMES)[number], number>;
const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
/** Both services need a second or two. With every server up, a service that needs longer never becomes ready. */
const READY_LIMIT_MS = 60_000;

export type Services = Awaited<ReturnType<typeof startServices>>;

/** Starts projector and query service from their sources; resolves as soon as both processes run. */
export async function startServices(context: ServicesOptions) {
  const { dataDirectory, options, report, watch } = context;
  const portsFile = join(dataDirectory, 'ports.json');
  const remembered = { ...readPorts(portsFile), api: options.API_PORT };
  const ports = await choosePorts({ names: PORT_NAMES, remembered });
  if (ports.api !== options.API_PORT) report(`port ${options.API_PORT} is taken, the API gets ${ports.api} instead`);
  writePorts(portsFile, ports);
  const all = (['projector', 'query'] as const).map((name) => startService(name, context, ports));
  if (watch) {
    report(`inspectors: projector 127.0.0.1:${ports.projectorInspector}, query 127.0.0.1:${ports.queryInspector}`);
    report('both services start again when one of their sources changes');
  }
  return {
    baseUrl: `http://127.0.0.1:${ports.api}/api/v1`,
    /** Health, metrics, and the operator's page on the projector. */
    adminUrls: {
      projector: `http://127.0.0.1:${ports.projectorAdmin}`,
      query: `http://127.0.0.1:${ports.queryAdmin}`,
    },
    all,
    async stop() {
      await Promise.all(all.map((service) => service.stop()));
    },
  };
}

/** A process of its own that logs JSON lines to a file. */
function startService(name: 'projector' | 'query', context: ServicesOptions, ports: Ports) {
  const { watch, stack } = context;
  const title = SERVICES[name];
  const logFile = join(stack.logsDirectory, `${name}.log`);
  const inspector = `--inspect=127.0.0.1:${ports[`${name}Inspector`]}`;
  rotateLog(logFile);
  const child = startSupervised({
    command: process.execPath,
    args: [
      '--disable-warning=TimeoutNegativeWarning',
      // Node's own watcher: it knows every module that the service has loaded.
      ...(watch ? ['--watch', '--watch-preserve-output', inspector] : []),
      join(repository, 'services', name, 'src', 'main.ts'),
    ],
    environment: name === 'projector' ? projectorEnvironment(context, ports) : queryEnvironment(context, ports),
    workingDirectory: join(repository, 'services', name),
    logFile,
  });
  const ask = () => askReady(ports[`${name}Admin`]);
  return {
    title,
    /** Rejects with what the service says instead and the end of its log, when it does not become ready. */
    ready: (signal: AbortSignal) =>
      waitUntilReady({ signal }, { name: title, logFile, ask, child, readyLimitMilliseconds: READY_LIMIT_MS }),
    stop: () => child.end(),
    /** Resolves, when it ended by itself, with what a person needs to see. */
    ending: child.ended.then(
      (ending) => `The ${title} ended by itself (${ending}). The end of ${logFile}:\n${tailOf(logFile)}`,
    ),
  };
}

/** Rejects with what the service says while it is not ready. */
async function askReady(adminPort: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${adminPort}/readyz`, { signal: AbortSignal.timeout(2_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(unreadyText(text));
}

/** What a service says while it is not ready, and what to do about data that is not its own. */
export function unreadyText(health: string): string {
  if (!health.includes('generation_differs')) return health;
  return `the data was made by another build or with other options: "npm run reset" begins with none. ${health}`;
}

const ofBoth = ({ environment, options, stack }: ServicesOptions) => ({
  ...bareEnvironment(environment),
  LOG_LEVEL: options.LOG_LEVEL,
  MONGODB_URL: stack.mongodbUrl,
  REDIS_URL: stack.redisUrl,
  ADMIN_HOST: '127.0.0.1',
});

const projectorEnvironment = (context: ServicesOptions, ports: Ports) => ({
  ...ofBoth(context),
  KAFKAJS_NO_PARTITIONER_WARNING: '1',
  KAFKA_BROKERS: context.stack.kafkaBrokers.join(','),
  SCHEMA_REGISTRY_URL: context.stack.schemaRegistryUrl,
  MONGODB_STAND_IN_INDEXES: String(context.stack.mongodbStandIn),
  CUSTOM_FIELD_KEEP_LIST: CUSTOM_FIELD_KEEP_LIST.join(','),
  ADMIN_PORT: String(ports.projectorAdmin),
  ADMIN_TOKEN: context.adminToken,
});

const queryEnvironment = (context: ServicesOptions, ports: Ports) => ({
  ...ofBoth(context),
  CURSOR_SECRET: context.cursorSecret,
  PIPELINE_STAGES: DEMO_BOARD.join(','),
  // No load balancer in front has to learn that the service stops.
  DRAIN_MS: '0',
  PUBLIC_URL: `http://127.0.0.1:${ports.api}`,
  // Each purpose derives a key of its own from it.
  LINK_SECRET: context.cursorSecret,
  HTTP_HOST: '127.0.0.1',
  HTTP_PORT: String(ports.api),
  ADMIN_PORT: String(ports.queryAdmin),
});
