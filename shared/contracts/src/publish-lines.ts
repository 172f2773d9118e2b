import { TextDecoder } from 'node:util';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { InvalidError } from '@fundlens/runtime/errors';
import type { Codec } from './codec.ts';
import { readEventLine } from './event-line.ts';
import { definitionOf } from './event-types.ts';
import { MAX_REPORT_BYTES } from './limits.ts';
import { linesOf } from './lines.ts';
import type { Publishable, Publisher } from './publisher.ts';
import type { Position } from './positions.ts';
import type { EventIssue } from './validation.ts';

/** A report whose every byte is written as a JSON escape of six characters, and its other fields. */
const MAX_LINE_BYTES = 7 * MAX_REPORT_BYTES;

/** What is handed to the publisher at once: enough for full batches, little enough to hold. */
const WINDOW_EVENTS = 2_000;
const WINDOW_BYTES = 16 * 1024 * 1024;

/** More refused lines than an operator reads in a terminal; all are counted. */
const MAX_LISTED_LINES = 100;

export type RefusedLine = { readonly line: number; readonly issues: readonly EventIssue[] };
export type LineCheck = {
  readonly good: number;
  readonly refusedCount: number;
  /** The first hundred. */
  readonly refused: readonly RefusedLine[];
};
export type Progress = (state: { readonly step: 'checked' | 'published'; readonly events: number }) => void;

type Read = { readonly line: number; readonly bytes: number } & ReturnType<typeof readEventLine>;

/** Puts every line through all checks without publishing anything. */
export async function checkLines(input: AsyncIterable<Buffer>, codec: Codec, progress: Progress): Promise<LineCheck> {
  const refused: RefusedLine[] = [];
  let good = 0;
  let refusedCount = 0;
  for await (const read of eventsOf(input)) {
    const issues = 'issues' in read ? read.issues : await laterIssues(codec, read.publishable);
    if (issues.length === 0) {
      good += 1;
    } else {
      refusedCount += 1;
      if (refused.length < MAX_LISTED_LINES) refused.push({ line: read.line, issues });
    }
    progress({ step: 'checked', events: good + refusedCount });
  }
  return { good, refusedCount, refused };
}

/**
 * What only the redactor and the encoder tell: an id that reads as an SSN, a report that is not JSON, a record that is
 * too large. The projector would store such an event as a dead letter; here its publisher gets the error. Their
 * messages name the field.
 */
async function laterIssues(codec: Codec, { type, event }: Publishable): Promise<EventIssue[]> {
  try {
    redactEvent(event, definitionOf(type).redaction, { customFieldKeepList: NO_FIELDS });
    await codec.encode(type, event);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    return [{ code: error.code, field: '', rule: error.message }];
  }
}

/** Which custom fields are kept decides what is replaced, not what is refused. */
const NO_FIELDS: ReadonlySet<string> = new Set();

/** Publishes the lines that are good and passes over the others; calls back with the positions of each window. */
export async function publishLines(
  input: AsyncIterable<Buffer>,
  { codec, publisher, progress }: { readonly codec: Codec; readonly publisher: Publisher; readonly progress: Progress },
  stored: (positions: readonly Position[]) => void,
): Promise<void> {
  let window: Publishable[] = [];
  let bytes = 0;
  let published = 0;
  const flush = async (): Promise<void> => {
    const events = window;
    window = [];
    bytes = 0;
    stored(await publisher.publish(events));
    published += events.length;
    progress({ step: 'published', events: published });
  };
  for await (const read of eventsOf(input)) {
    if ('issues' in read || (await laterIssues(codec, read.publishable)).length > 0) continue;
    window.push(read.publishable);
    bytes += read.bytes;
    if (window.length >= WINDOW_EVENTS || bytes >= WINDOW_BYTES) await flush();
  }
  if (window.length > 0) await flush();
}

async function* eventsOf(input: AsyncIterable<Buffer>): AsyncGenerator<Read> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const { number: line, bytes } of linesOf(input, MAX_LINE_BYTES)) {
    if (bytes === null) {
      yield { line, bytes: 0, ...unreadable(`must be at most ${MAX_LINE_BYTES} bytes`) };
      continue;
    }
    const text = decode(decoder, bytes);
    if (text === null) yield { line, bytes: 0, ...unreadable('must be UTF-8') };
    else if (text.trim() !== '') yield { line, bytes: bytes.length, ...readEventLine(text) };
  }
}

function unreadable(rule: string): { issues: EventIssue[] } {
  return { issues: [{ code: 'undecodable', field: '', rule }] };
}

function decode(decoder: TextDecoder, bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
