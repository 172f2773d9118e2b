import type { Span, SpanOptions } from '@fundlens/runtime/tracing';
import type { EventChanges } from './event-changes.ts';

/** The spans of the traced events, each once. */
export function spansOf(events: Iterable<EventChanges>): Span[] {
  const spans: Span[] = [];
  for (const { span } of events) if (span !== undefined && !spans.includes(span)) spans.push(span);
  return spans;
}

/** Events share loads, writes and checkpoints: each traced one shows them as its own. @returns ends them. */
export function startInEach(spans: readonly Span[], name: string, options: SpanOptions = {}): () => void {
  if (spans.length === 0) return nothing;
  const children = spans.map((span) => span.child(name, options));
  return () => {
    for (const child of children) child.end();
  };
}

/** Runs the action in a span of each traced event, which ends with it, however it ends. */
export async function inEach<T>(
  spans: readonly Span[],
  { name, ...options }: SpanOptions & { readonly name: string },
  action: () => Promise<T>,
): Promise<T> {
  const end = startInEach(spans, name, options);
  try {
    return await action();
  } finally {
    end();
  }
}

function nothing(): void {
  // No event is traced.
}
