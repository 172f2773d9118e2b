import type { AnyEvent } from '@fundlens/contracts/event-types';
import type { Publisher } from '@fundlens/contracts/publisher';
import type { Report } from './progress.ts';

/** A few megabytes at a time: the largest of them are reports of about ten kilobytes. */
const CHUNK_EVENTS = 400;
const REPORT_EVERY_MS = 2_000;

/** Publishes the demo through the real publisher; interrupted and repeated, it changes nothing that is there. */
export async function publishDemo(
  events: Iterable<AnyEvent>,
  options: { publisher: Publisher; report: Report; signal: AbortSignal; now: () => number },
): Promise<number> {
  const { publisher, report, signal, now } = options;
  let published = 0;
  let reportedAt = now();
  for (const chunk of chunksOf(events)) {
    signal.throwIfAborted();
    await publisher.publish(chunk);
    published += chunk.length;
    if (now() - reportedAt < REPORT_EVERY_MS) continue;
    reportedAt = now();
    report(`demo data: ${published} events published so far`);
  }
  return published;
}

function* chunksOf(events: Iterable<AnyEvent>): Generator<AnyEvent[]> {
  let chunk: AnyEvent[] = [];
  for (const event of events) {
    chunk.push(event);
    if (chunk.length < CHUNK_EVENTS) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
