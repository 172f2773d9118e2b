import type { Registry } from 'prom-client';
import { type AdminServerOptions, createAdminServer } from './admin-server.ts';
import { type Component, createLifecycle, type Lifecycle, type LifecycleOptions } from './lifecycle.ts';
import type { Logger } from './logger.ts';
import { registerServiceInfo } from './process-metrics.ts';
import { createServiceTracing } from './process-tracing.ts';
import { startWithRetry } from './start-with-retry.ts';
import type { TracingConfig } from './tracing-options.ts';

export type ShellConfig = TracingConfig & {
  readonly ADMIN_HOST: string;
  readonly ADMIN_PORT: number;
  readonly ADMIN_ALLOWED_HOSTS: readonly string[];
  readonly STOP_TIMEOUT_MS: number;
};

export type ServiceParts<Config> = Pick<AdminServerOptions, 'ready' | 'actions' | 'token'> &
  Pick<LifecycleOptions, 'leave' | 'drainMs' | 'stopAllWithinMs'> & {
    readonly registry: Registry;
    /** Names of the options that must be the same in all instances; no secrets. */
    readonly commonOptions: readonly (keyof Config)[];
    /** Started in this order behind traces and the admin port, and stopped in reverse. */
    readonly parts: readonly Component[];
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
    const options = Object.fromEntries(commonOptions.map((name) => [name, config[name]]));
    registerServiceInfo(registry, build, options);
    const { ready, actions, token, ...ending } = given;
    const admin = createAdminServer({
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
    const all = [...traces, admin, ...parts];
    const lifecycle = createLifecycle(all, {
      ...ending,
      logger,
      stopTimeoutMs: config.STOP_TIMEOUT_MS,
      stopping,
    });
    return { ...lifecycle, adminPort: admin.port };
  }

  return {
    tracing,
    /** Aborted when the process stops. */
    stopping: stopping.signal,
    /** Starts a part as soon as its server is there. @param setHealth null: it works */
    waitFor: (part: Component, setHealth: (part: string, trouble: string | null) => void) =>
      startWithRetry(part, { stopping: stopping.signal, setHealth, logger }),
    /** The service answers meanwhile. */
    startInBackground: (part: Component) => startWithRetry(part, { stopping: stopping.signal, logger }),
    assemble,
  };
}
