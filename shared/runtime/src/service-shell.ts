import type { Registry } from 'prom-client';
import { type AdminServer, type AdminServerOptions, startAdminServer } from './admin-server.ts';
import { sleep } from './backoff.ts';
import { type Component, createLifecycle, type Lifecycle } from './lifecycle.ts';
import type { Logger } from './logger.ts';
import { registerBuildInfo, registerOptionsInfo } from './process-metrics.ts';
import { createServiceTracing } from './process-tracing.ts';
import { startWithRetry } from './start-with-retry.ts';
import type { TracingConfig } from './tracing-options.ts';

export type ShellConfig = TracingConfig & {
  readonly ADMIN_HOST: string;
  readonly ADMIN_PORT: number;
  readonly ADMIN_ALLOWED_HOSTS: readonly string[];
  readonly STOP_TIMEOUT_MS: number;
};

export type ServiceParts<Config> = Pick<AdminServerOptions, 'ready' | 'actions' | 'token'> & {
  readonly registry: Registry;
  /** Names of the options that must be the same in all instances; no secrets. */
  readonly commonOptions: readonly (keyof Config)[];
  /** Started in this order behind traces and the admin port, and stopped in reverse. */
  readonly parts: readonly Component[];
  /** Told to stop: from now on it is not ready, so that others get what comes. */
  readonly leave?: () => void;
  /** How long it goes on after that. */
  readonly drainMs?: number;
  /** For all parts together. Default: `STOP_TIMEOUT_MS` for each. */
  readonly stopAllWithinMs?: number;
};

export type ShelledService = Lifecycle & { readonly adminPort: () => number };

/** What every service has: traces, health and metrics on the admin port, parts that wait for their servers, an orderly end. */
export function createServiceShell<Config extends ShellConfig>(
  config: Config,
  { logger, ...build }: { readonly service: string; readonly version: string; readonly logger: Logger },
) {
  const stopping = new AbortController();
  const { tracing, parts: traces } = createServiceTracing(config, { ...build, logger });

  function assemble({ registry, commonOptions, parts, ...given }: ServiceParts<Config>): ShelledService {
    const { stopAllWithinMs, leave, drainMs = 0 } = given;
    registerBuildInfo(registry, build);
    const options = Object.fromEntries(commonOptions.map((name) => [name, config[name]]));
    registerOptionsInfo(registry, { service: build.service, options });
    const admin = adminPart(config, logger, { ...given, registry });
    const lifecycle = createLifecycle([...traces, admin.part, ...parts], {
      logger,
      stopTimeoutMs: stopAllWithinMs ?? config.STOP_TIMEOUT_MS,
      ...(stopAllWithinMs !== undefined && { stopAllWithinMs }),
    });
    let hasStarted = false;
    async function stop(): Promise<void> {
      leave?.();
      if (hasStarted) await sleep(drainMs);
      stopping.abort();
      await lifecycle.stop();
    }
    let stopped: Promise<void> | undefined;
    return {
      async start() {
        await lifecycle.start();
        hasStarted = true;
      },
      stop() {
        stopped ??= stop();
        return stopped;
      },
      adminPort: admin.port,
    };
  }

  return {
    tracing,
    /** Aborted when the process stops. */
    stopping: stopping.signal,
    /** Starts a part as soon as its server is there. @param setHealth null: it works */
    waitFor: (part: Component, setHealth: (part: string, trouble: string | null) => void) =>
      startWithRetry(part, { stopping: stopping.signal, setHealth, logger }),
    assemble,
  };
}

function adminPart(
  config: ShellConfig,
  logger: Logger,
  { registry, ready, actions = [], token }: Pick<ServiceParts<unknown>, 'registry' | 'ready' | 'actions' | 'token'>,
) {
  let server: AdminServer | undefined;
  const part: Component = {
    name: 'admin server',
    async start() {
      server = await startAdminServer({
        host: config.ADMIN_HOST,
        port: config.ADMIN_PORT,
        allowedHosts: config.ADMIN_ALLOWED_HOSTS,
        metrics: registry,
        ready,
        actions,
        token,
        onRefused: ({ code }) => logger.warn({ code }, 'admin write refused'),
        onError: (error) => logger.error({ error }, 'admin server failed to answer'),
      });
    },
    stop: async () => server?.stop(),
  };
  return { port: () => server?.port ?? 0, part };
}
