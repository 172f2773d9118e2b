import { type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from './logger.ts';
import { parseTraceparent } from './trace-context.ts';
import type { RootOptions, Span, SpanOptions } from './tracing.ts';
import type { TracingConfig } from './tracing-options.ts';

/** One export; a receiver that takes longer loses it. Also bounds the end of the process. */
const EXPORT_MS = 2_000;
const EXPORT_INTERVAL_MS = 1_000;
/** Spans that wait; further ones are dropped, so that a receiver that is away costs some megabytes at most. */
const MAX_WAITING_SPANS = 4_096;
const MAX_SPANS_PER_EXPORT = 512;
/** No attribute of ours is longer: a bound for mistakes. */
const MAX_ATTRIBUTE_CHARACTERS = 256;
const PARENT_BASED = 'parentbased_';

type OtlpTracingOptions = {
  readonly url: string;
  readonly service: string;
  readonly version: string;
  readonly config: TracingConfig;
  readonly logger: Pick<Logger, 'warn'>;
};

export type OtlpTracing = ReturnType<typeof createOtlpTracing>;

/** Traces by OpenTelemetry's SDK, exported as OTLP over HTTP. Loaded only when traces are on. */
export function createOtlpTracing({ url, service, version, config, logger }: OtlpTracingOptions) {
  const exporter = new OTLPTraceExporter({
    url,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    timeoutMillis: EXPORT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...config.OTEL_RESOURCE_ATTRIBUTES,
      'service.name': config.OTEL_SERVICE_NAME ?? `fundlens-${service}`,
      'service.version': version,
    }),
    sampler: samplerOf(config),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, logger),
        exportTimeoutMillis: EXPORT_MS,
        scheduledDelayMillis: EXPORT_INTERVAL_MS,
        maxQueueSize: MAX_WAITING_SPANS,
        maxExportBatchSize: MAX_SPANS_PER_EXPORT,
      }),
    ],
  });
  const tracer = provider.getTracer('fundlens', version);
  const followsParent = config.OTEL_TRACES_SAMPLER.startsWith(PARENT_BASED);
  return {
    start(name: string, { parent, links = [], ...options }: RootOptions = {}): Span | null {
      const caller = parseTraceparent(parent);
      // As the sampler would decide, without a span that is not recorded: most events of a backlog come here.
      if (followsParent && caller?.traceFlags === 0) return null;
      const linked = links.flatMap((link) => parseTraceparent(link) ?? []).map((context) => ({ context }));
      const context = caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, caller);
      const span = tracer.startSpan(name, { ...otelOptions(options), links: linked }, context);
      return span.isRecording() ? recorded(tracer, span) : null;
    },
    /** Exports what waits, within a few seconds. A receiver that is away does not make the end of the process a failure: only spans are lost. */
    stop: () => provider.shutdown().catch(() => undefined),
  };
}

/** What the standard's names that are no ratio say. */
const RATIOS: Readonly<Record<string, number>> = { always_on: 1, always_off: 0 };

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingConfig): Sampler {
  const root = new TraceIdRatioBasedSampler(RATIOS[name.replace(PARENT_BASED, '')] ?? ratio);
  return name.startsWith(PARENT_BASED) ? new ParentBasedSampler({ root }) : root;
}

/** With one line of the log for each time that the receiver goes away. */
function reporting(exporter: OTLPTraceExporter, logger: Pick<Logger, 'warn'>): SpanExporter {
  const message = 'traces cannot be exported; spans are dropped until the receiver is back';
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0 && !isAway) logger.warn({ error: result.error }, message);
        isAway = result.code !== 0;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}

function otelOptions({ kind = 'internal', ...options }: SpanOptions) {
  return { ...options, kind: SpanKind[kind.toUpperCase() as Uppercase<typeof kind>] };
}

function recorded(tracer: Tracer, span: OtelSpan): Span {
  const { traceId, spanId } = span.spanContext();
  const context = trace.setSpan(ROOT_CONTEXT, span);
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-01`,
    child: (name, options = {}) => recorded(tracer, tracer.startSpan(name, otelOptions(options), context)),
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
    fail(code) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', code);
    },
    end: () => span.end(),
  };
}
