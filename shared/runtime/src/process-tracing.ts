import type { Component } from './lifecycle.ts';
import type { Logger } from './logger.ts';
import type { OtlpTracing } from './otlp-tracing.ts';
import { NO_TRACING, type Tracing } from './tracing.ts';
import { type TracingConfig, tracesUrl } from './tracing-options.ts';

/**
 * The traces of a process; without spans before the start and after the stop of their part, which there is while they are on.
 * OpenTelemetry is loaded only then.
 */
export function createServiceTracing(
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
