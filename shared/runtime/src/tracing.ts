import { failureCode } from './errors.ts';

/**
 * The port to traces. Services know OpenTelemetry through this file only. While traces are off, or a trace is not sampled,
 * there is no span (`null`): callers pay for a comparison.
 */

/**
 * Names and values of attributes leave the process. **Invariant**: no value holds free text of a client or an event: ids
 * that log lines show too, names of our own, numbers.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export type SpanOptions = {
  /** Default: internal. */
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
};

export type RootOptions = SpanOptions & {
  /** `traceparent` header of the caller; a broken one is ignored. Default: a new trace. */
  readonly parent?: string | undefined;
  /** `traceparent` headers of spans that led to this one. */
  readonly links?: readonly string[];
};

/** A span that is recorded. */
export type Span = {
  readonly traceId: string;
  /** For what continues the trace elsewhere. */
  readonly traceparent: string;
  child(name: string, options?: SpanOptions): Span;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** Marks the span as failed. @param code a failure code, never a message: it may quote values. */
  fail(code: string): void;
  /** Only the first call counts. */
  end(): void;
};

export type Tracing = {
  /** Null when traces are off, or this trace is not sampled. */
  start(name: string, options?: RootOptions): Span | null;
};

export const NO_TRACING: Tracing = { start: () => null };

/** Runs a wait in a child span, if there is a span. */
export function during<Value>(
  span: Span | null,
  [name, options]: readonly [name: string, options?: SpanOptions],
  work: () => Promise<Value>,
): Promise<Value> {
  return span === null ? work() : inChild(span.child(name, options), work);
}

async function inChild<Value>(child: Span, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    child.fail(failureCode(error));
    throw error;
  } finally {
    child.end();
  }
}
