import type { Codec } from '../wire/codec.ts';
import { type CheckedEvent, checkPublishable } from './event-check.ts';
import type { EventRead } from './ndjson-reader.ts';
import type { Position } from './positions.ts';
import type { Publishable, Publisher } from './publisher.ts';
import type { EventIssue } from '../validation.ts';

/** What is handed to the publisher at once: enough for full batches, little enough to hold. */
const WINDOW_EVENTS = 2_000;
const WINDOW_BYTES = 16 * 1024 * 1024;

/** More lines than an operator reads in a terminal; all are counted. */
const MAX_LISTED = 100;

/** What is wrong in one line of the input. */
export type RefusedLine = { readonly line: number; readonly issues: readonly EventIssue[] };

export type InputCheck = {
  readonly good: number;
  /** All lines that are refused, and the first hundred with their reasons. */
  readonly refusedLines: ReadonlySet<number>;
  readonly refused: readonly RefusedLine[];
};

export type Progress = (state: { readonly step: 'checked' | 'published'; readonly events: number }) => void;

type CheckOptions = {
  readonly codec: Codec;
  readonly progress: Progress;
  /** Told of each good event. */
  readonly checked?: (line: number, publishable: Publishable, check: CheckedEvent) => void;
};

/** Puts every event through all checks without publishing anything. */
export async function checkEvents(reads: AsyncIterable<EventRead>, options: CheckOptions): Promise<InputCheck> {
  const { codec, progress, checked } = options;
  const refusedLines = new Set<number>();
  const refused: RefusedLine[] = [];
  let good = 0;
  for await (const read of reads) {
    progress({ step: 'checked', events: good + refusedLines.size });
    const { line } = read;
    const check = 'issues' in read ? read : await checkPublishable(codec, read.publishable);
    if ('issues' in check) {
      refusedLines.add(line);
      if (refused.length < MAX_LISTED) refused.push({ line, issues: check.issues });
    } else if ('publishable' in read) {
      good += 1;
      checked?.(line, read.publishable, check);
    }
  }
  return { good, refusedLines, refused };
}

type PublishOptions = {
  readonly publisher: Publisher;
  readonly progress: Progress;
  /** What the check refused. */
  readonly refusedLines: ReadonlySet<number>;
  /** Called with what Kafka has stored. */
  readonly stored: (positions: readonly Position[]) => void;
};

/** Publishes the events that are good, in order, in windows. */
export async function publishEvents(reads: AsyncIterable<EventRead>, options: PublishOptions): Promise<void> {
  const { publisher, progress, refusedLines, stored } = options;
  let window: Publishable[] = [];
  let [bytes, published] = [0, 0];
  const flush = async (): Promise<void> => {
    stored(await publisher.publish(window));
    published += window.length;
    progress({ step: 'published', events: published });
    window = [];
    bytes = 0;
  };
  for await (const read of reads) {
    if ('issues' in read || refusedLines.has(read.line)) continue;
    window.push(read.publishable);
    bytes += read.bytes;
    if (window.length >= WINDOW_EVENTS || bytes >= WINDOW_BYTES) await flush();
  }
  if (window.length > 0) await flush();
}
