import { type AdminParts, createAdminServer } from './admin-server.ts';
import { type Component, createLifecycle, type Lifecycle, type LifecycleOptions } from './lifecycle.ts';
import type { Logger } from './logger.ts';
import { registerServiceInfo } from './process-metrics.ts';
import type { OtlpTracing } from './otlp-tracing.ts';
import type { AdminConfig } from './service-options.ts';
import { type SetHealth, startWithRetry } from './start-with-retry.ts';
import { NO_TRACING, type Tracing } from './tracing.ts';
import { type TracingConfig, tracesUrl } from './tracing-options.ts';

type ShellConfig = TracingConfig & AdminConfig & { readonly STOP_TIMEOUT_MS: number };

type ServiceParts<Config> = AdminParts &
  Pick<LifecycleOptions, 'leave' | 'drainMs' | 'stopAllWithinMs'> & {
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

  function assemble({ commonOptions, parts, ...given }: ServiceParts<Config>): ShelledService {
    const options = Object.fromEntries(commonOptions.map((name) => [name, config[name]]));
    registerServiceInfo(given.registry, build, options);
    const admin = createAdminServer({ ...given, config, logger });
    const all = [...traces, admin, ...parts];
    const lifecycle = createLifecycle(all, { ...given, logger, stopTimeoutMs: config.STOP_TIMEOUT_MS, stopping });
    return { ...lifecycle, adminPort: admin.port };
  }

  return {
    tracing,
    /** Aborted when the process stops. */
    stopping: stopping.signal,
    /** Starts a part as soon as its server is there. @param setHealth as of `startWithRetry` */
    waitFor: (part: Component, setHealth?: SetHealth) =>
      startWithRetry(part, { stopping: stopping.signal, setHealth, logger }),
    assemble,
  };
}

/**
 * The traces of a process; without spans before the start and after the stop of their part, which there is while they are on.
 * OpenTelemetry is loaded only then.
 */
function createServiceTracing(
  config: TracingConfig,
  { logger, ...service }: { readonly service: string; readonly version: string; readonly logger: Pick<Logger, 'warn'> },
): { readonly tracing: Tracing; readonly parts: readonly Component[] } {
  const url = tracesUrl(config);
  if (url === null) return { tracing: NO_TRACING, parts: [] };
  let current: OtlpTracing | undefined;
  const part: Component = {
    name: 'traces',
    async start() {
      const { createOtlpTracing } = await import('./otlp-tracing.ts');
      current = createOtlpTracing({ url, ...service, config, logger });
    },
    async stop() {
      const last = current;
      current = undefined;
      await last?.stop();
    },
  };
  return { tracing: { start: (name, options) => current?.start(name, options) ?? null }, parts: [part] };
}
