import type { ChangedDocument } from '@fundlens/projection/writer/document-writer';
import { failureCode } from '@fundlens/runtime/errors';
import type { Span, Tracing } from '@fundlens/runtime/tracing';

/** Traces that wait for a refresh: a refresh by another process leaves them here until they are displaced. */
const MAX_LOCATIONS = 1_000;
const MAX_TRACES_PER_LOCATION = 32;

/** Continues the traces of events in the refresh of the dashboards that they make dirty. */
export type RefreshTraces = {
  /** Called with the documents that a batch has changed. */
  onDocumentsChanged(changed: readonly ChangedDocument[]): void;
  /** Runs the refresh of a location in a span of each trace that waits for it. */
  traced(locationId: string, refresh: () => Promise<void>): Promise<void>;
};

export function createRefreshTraces(tracing: Tracing): RefreshTraces {
  const waiting = new Map<string, Set<string>>();
  return {
    onDocumentsChanged(changed) {
      for (const { id, traceparents } of changed) {
        if (traceparents === undefined || !('locationId' in id)) continue;
        const known = waiting.get(id.locationId) ?? new Set();
        for (const traceparent of traceparents) if (known.size < MAX_TRACES_PER_LOCATION) known.add(traceparent);
        waiting.set(id.locationId, known);
        const [oldest] = waiting.keys();
        if (waiting.size > MAX_LOCATIONS && oldest !== undefined) waiting.delete(oldest);
      }
    },
    async traced(locationId, refresh) {
      const traceparents = waiting.get(locationId);
      if (traceparents === undefined) return await refresh();
      waiting.delete(locationId);
      const spans: Span[] = [...traceparents].flatMap(
        (parent) => tracing.start('refresh dashboard', { kind: 'consumer', parent }) ?? [],
      );
      try {
        await refresh();
      } catch (error) {
        for (const span of spans) span.fail(failureCode(error));
        throw error;
      } finally {
        for (const span of spans) span.end();
      }
    },
  };
}
