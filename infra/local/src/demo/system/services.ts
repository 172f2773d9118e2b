import { join } from 'node:path';
import { choosePorts, readPorts, writePorts } from '../../ports.ts';
import { bareEnvironment } from '../../server.ts';
import type { Stack } from '../../stack.ts';
import { ACCOUNT_REFERENCE_FIELD } from '../world/custom-fields.ts';
import { DEMO_BOARD } from '../world/stages.ts';
import type { Report } from './progress.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import type { StartOptions } from './start-options.ts';

export type Services = {
  readonly baseUrl: string;
  /** The operator's page on the projector. */
  readonly statusUrl: string;
  readonly adminUrls: Readonly<Record<'projector' | 'query', string>>;
  readonly all: readonly ServiceProcess[];
  stop(): Promise<void>;
};

export type ServicesOptions = {
  readonly dataDirectory: string;
  readonly stack: Stack;
  readonly options: StartOptions;
  readonly cursorSecret: string;
  readonly adminToken: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: Report;
  /** Starts a service again whenever one of its sources changes, and opens an inspector for each. */
  readonly watch: boolean;
};

/** The projector and the commands of an operator need the same. */
export const CUSTOM_FIELD_KEEP_LIST: readonly string[] = [ACCOUNT_REFERENCE_FIELD];

const PORT_NAMES = ['api', 'projectorAdmin', 'queryAdmin', 'projectorInspector', 'queryInspector'] as const;

/** Starts projector and query service; resolves as soon as both processes run. */
export async function startServices(context: ServicesOptions): Promise<Services> {
  const { stack, watch, report } = context;
  const ports = await choosePortsOfServices(context);
  const environment = environmentsOf(context, ports);
  const all = (['projector', 'query'] as const).map((name) =>
    startService({
      name,
      environment: environment[name],
      adminPort: ports[`${name}Admin`],
      ...(watch ? { inspectorPort: ports[`${name}Inspector`] } : {}),
      logsDirectory: stack.logsDirectory,
    }),
  );
  if (watch) {
    report(`inspectors: projector 127.0.0.1:${ports.projectorInspector}, query 127.0.0.1:${ports.queryInspector}`);
    report('both services start again when one of their sources changes');
  }
  const adminUrls = {
    projector: `http://127.0.0.1:${ports.projectorAdmin}`,
    query: `http://127.0.0.1:${ports.queryAdmin}`,
  };
  return {
    baseUrl: `http://127.0.0.1:${ports.api}/api/v1`,
    statusUrl: `${adminUrls.projector}/status`,
    adminUrls,
    all,
    async stop() {
      await Promise.all(all.map((service) => service.stop()));
    },
  };
}

async function choosePortsOfServices({ dataDirectory, options, report }: ServicesOptions) {
  const file = join(dataDirectory, 'ports.json');
  const remembered = { ...readPorts(file), api: options.API_PORT };
  const ports = await choosePorts({ names: PORT_NAMES, remembered });
  if (ports.api !== options.API_PORT) report(`port ${options.API_PORT} is taken, the API gets ${ports.api} instead`);
  writePorts(file, ports);
  return ports;
}

function environmentsOf(
  { stack, options, cursorSecret, adminToken, environment }: ServicesOptions,
  ports: Record<(typeof PORT_NAMES)[number], number>,
): Record<'projector' | 'query', Record<string, string>> {
  const ofBoth = {
    ...bareEnvironment(environment),
    LOG_LEVEL: options.LOG_LEVEL,
    MONGODB_URL: stack.mongodbUrl,
    REDIS_URL: stack.redisUrl,
    ADMIN_HOST: '127.0.0.1',
  };
  return {
    projector: {
      ...ofBoth,
      KAFKAJS_NO_PARTITIONER_WARNING: '1',
      KAFKA_BROKERS: stack.kafkaBrokers.join(','),
      SCHEMA_REGISTRY_URL: stack.schemaRegistryUrl,
      MONGODB_STAND_IN_INDEXES: String(stack.mongodbStandIn),
      CUSTOM_FIELD_KEEP_LIST: CUSTOM_FIELD_KEEP_LIST.join(','),
      ADMIN_PORT: String(ports.projectorAdmin),
      ADMIN_TOKEN: adminToken,
    },
    query: {
      ...ofBoth,
      CURSOR_SECRET: cursorSecret,
      PIPELINE_STAGES: DEMO_BOARD.join(','),
      // No load balancer in front has to learn that the service stops.
      DRAIN_MS: '0',
      PUBLIC_URL: `http://127.0.0.1:${ports.api}`,
      // Each purpose derives a key of its own from it.
      LINK_SECRET: cursorSecret,
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: String(ports.api),
      ADMIN_PORT: String(ports.queryAdmin),
    },
  };
}
