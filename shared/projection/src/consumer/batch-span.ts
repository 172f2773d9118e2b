import type { Span, Tracing } from '@fundlens/runtime/tracing';
import type { SourceRecord, TopicPartition } from '../log/source.ts';

/** Spans of more producers are not linked; OpenTelemetry keeps so many. */
const MAX_LINKS = 128;
/** A `traceparent` whose trace is recorded. */
const IS_SAMPLED = /-[0-9a-f]*[13579bdf]$/;

/**
 * The span of a batch, with links to its publishers' spans, by the semantic conventions of messaging. It goes on with the
 * first of their traces that is recorded, so that whoever follows that one sees what became of it.
 * @returns null when traces are off, or the batch is not sampled.
 */
export function startBatchSpan(
  tracing: Tracing,
  { topic, partition }: TopicPartition,
  records: readonly SourceRecord[],
): Span | null {
  const links = records.flatMap(({ traceparent }) => traceparent ?? []);
  return tracing.start(`process ${topic}`, {
    kind: 'consumer',
    parent: links.find((traceparent) => IS_SAMPLED.test(traceparent)),
    links: links.slice(0, MAX_LINKS),
    attributes: {
      'messaging.system': 'kafka',
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': topic,
      'messaging.destination.partition.id': String(partition),
      'messaging.batch.message_count': records.length,
    },
  });
}
