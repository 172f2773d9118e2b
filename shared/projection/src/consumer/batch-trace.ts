import { failureCode } from '@fundlens/runtime/errors';
import { NO_TRACING, type Span, type Tracing } from '@fundlens/runtime/tracing';
import type { SourceRecord, TopicPartition } from '../log/source.ts';

/** Spans of more producers are not linked; OpenTelemetry keeps so many. */
const MAX_LINKS = 128;

/**
 * The spans of a batch: one of the batch, with links to the publishers' spans, and one for each event whose publisher's
 * trace is sampled, as a child of the publisher's span. By the semantic conventions of messaging.
 */
export type BatchTrace = {
  readonly span: Span | null;
  /** The span of an event; undefined when it is not traced. */
  startEvent(record: SourceRecord): Span | undefined;
  /** Everything that was accepted is stored, and the checkpoint that lets requests read it. */
  visible(accepted: Iterable<{ readonly span?: Span; readonly appendedAt: number }>): void;
  /** Ends every span; an error marks those that are still open as failed. */
  end(failure: { readonly error: unknown } | null): void;
};

/** @returns null when traces are off. */
export function startBatchTrace(
  tracing: Tracing,
  { topic, partition }: TopicPartition,
  records: readonly SourceRecord[],
): BatchTrace | null {
  if (tracing === NO_TRACING) return null;
  const attributes = {
    'messaging.system': 'kafka',
    'messaging.operation.type': 'process',
    'messaging.operation.name': 'process',
    'messaging.destination.name': topic,
    'messaging.destination.partition.id': String(partition),
  };
  const links: string[] = [];
  for (const { traceparent } of records) {
    if (traceparent !== undefined && links.length < MAX_LINKS) links.push(traceparent);
  }
  const batch = tracing.start(`process batch ${topic}`, {
    kind: 'consumer',
    links,
    attributes: { ...attributes, 'messaging.batch.message_count': records.length },
  });
  const events: Span[] = [];
  return {
    span: batch,
    startEvent({ traceparent, offset }) {
      if (traceparent === undefined) return undefined;
      const event = tracing.start(`process ${topic}`, {
        kind: 'consumer',
        parent: traceparent,
        links: batch === null ? [] : [batch.traceparent],
        attributes: { ...attributes, 'messaging.kafka.offset': offset },
      });
      if (event !== null) events.push(event);
      return event ?? undefined;
    },
    visible(accepted) {
      // From the moment at which the log took the event: its length is what publishers wait for.
      for (const { span, appendedAt } of accepted) span?.child('visible', { startedAt: appendedAt }).end();
    },
    end(failure) {
      for (const span of batch === null ? events : [...events, batch]) {
        if (failure !== null) span.fail(failureCode(failure.error));
        span.end();
      }
    },
  };
}
