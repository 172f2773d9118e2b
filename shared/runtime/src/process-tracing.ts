import type { Component } from './lifecycle.ts';
import type { Logger } from './logger.ts';
import type { OtlpTracing } from './otlp-tracing.ts';
import { NO_TRACING, type Tracing } from './tracing.ts';
import { type TracingConfig, tracesUrl } from './tracing-options.ts';

export type ProcessTracing = {
  /** Without spans before the start and after the stop. */
  readonly tracing: Tracing;
  /** First to start and last to stop; none when traces are off. */
  readonly parts: readonly Component[];
};

/** The traces of a process. OpenTelemetry is loaded only when they are on. */
export function createServiceTracing(
  config: TracingConfig,
  { logger, ...service }: { readonly service: string; readonly version: string; readonly logger: Pick<Logger, 'warn'> },
): ProcessTracing {
  const url = tracesUrl(config);
  if (url === null) return { tracing: NO_TRACING, parts: [] };
  let current: OtlpTracing | undefined;
  const onAway = (error: unknown) =>
    logger.warn({ error }, 'traces cannot be exported; spans are dropped until the receiver is back');
  const part: Component = {
    name: 'traces',
    async start() {
      const { createOtlpTracing } = await import('./otlp-tracing.ts');
      current = createOtlpTracing({ url, ...service, config, onAway });
    },
    async stop() {
      const last = current;
      current = undefined;
      await last?.stop();
    },
  };
  return { tracing: { start: (name, options) => current?.start(name, options) ?? null }, parts: [part] };
}
