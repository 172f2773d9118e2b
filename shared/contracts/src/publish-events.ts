import type { Codec } from './codec.ts';
import { type CheckedEvent, checkPublishable } from './event-check.ts';
import { createVersionWarnings, warningsOf } from './event-warnings.ts';
import type { EventRead } from './event-reader.ts';
import type { Publishable, Publisher } from './publisher.ts';
import type { Position } from './positions.ts';
import type { EventIssue } from './validation.ts';

/** What is handed to the publisher at once: enough for full batches, little enough to hold. */
const WINDOW_EVENTS = 2_000;
const WINDOW_BYTES = 16 * 1024 * 1024;

/** More lines than an operator reads in a terminal; all are counted. */
const MAX_LISTED = 100;

/** What is wrong or doubtful at one place of the input. */
export type Listed = { readonly at: number; readonly issues: readonly EventIssue[] };

export type InputCheck = {
  /** To be published: those of earlier runs are not counted. */
  readonly good: number;
  /** The places of all that is refused, and the first hundred with their reasons. */
  readonly refusedAt: ReadonlySet<number>;
  readonly refused: readonly Listed[];
  /** Good events that a strict publisher would refuse; the first hundred with their reasons. */
  readonly doubtfulCount: number;
  readonly doubtful: readonly Listed[];
};

export type Progress = (state: { readonly step: 'checked' | 'published'; readonly events: number }) => void;

type CheckOptions = {
  readonly codec: Codec;
  readonly progress: Progress;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Refuses what is doubtful. */
  readonly strict: boolean;
  /** Events up to this place were checked and published by an earlier run. Default: none. */
  readonly after?: number;
  /** Told of each good event. */
  readonly checked?: (at: number, publishable: Publishable, check: CheckedEvent) => void;
};

/** Puts every event through all checks without publishing anything. */
export async function checkEvents(reads: AsyncIterable<EventRead>, options: CheckOptions): Promise<InputCheck> {
  const { codec, progress, now, strict, after = 0, checked } = options;
  const repeated = createVersionWarnings();
  const refusedAt = new Set<number>();
  const [refused, doubtful]: [Listed[], Listed[]] = [[], []];
  let [good, doubtfulCount] = [0, 0];
  const refuse = (at: number, issues: readonly EventIssue[]): void => {
    refusedAt.add(at);
    if (refused.length < MAX_LISTED) refused.push({ at, issues });
  };
  for await (const read of reads) {
    progress({ step: 'checked', events: good + refusedAt.size });
    const { at } = read;
    if ('issues' in read) {
      refuse(at, read.issues);
      continue;
    }
    if (at <= after) {
      repeated(at, read.publishable);
      continue;
    }
    const check = await checkPublishable(codec, read.publishable);
    if ('issues' in check) {
      refuse(at, check.issues);
      continue;
    }
    const issues = [...warningsOf(read.publishable, { ...check, now }), ...repeated(at, read.publishable)];
    if (issues.length > 0 && strict) {
      refuse(at, issues);
      continue;
    }
    good += 1;
    if (issues.length > 0) {
      doubtfulCount += 1;
      if (doubtful.length < MAX_LISTED) doubtful.push({ at, issues });
    }
    checked?.(at, read.publishable, check);
  }
  return { good, refusedAt, refused, doubtfulCount, doubtful };
}

type PublishOptions = {
  readonly publisher: Publisher;
  readonly progress: Progress;
  /** What the check refused. */
  readonly refusedAt: ReadonlySet<number>;
  /** Called when Kafka has all good events up to and including the one at `at`, with the positions of the new ones. */
  readonly stored: (positions: readonly Position[], at: number) => void | Promise<void>;
  /** Events up to this place are in Kafka already. */
  readonly after?: number;
  /** Keeps room for others that publish to the same topics. Default: as fast as Kafka takes them. */
  readonly pace?: Pace;
};

/** At most so many events a second; `wait` is told how many milliseconds to wait. */
export type Pace = {
  readonly eventsPerSecond: number;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
};

/** Publishes the events that are good, in order, in windows. */
export async function publishEvents(reads: AsyncIterable<EventRead>, options: PublishOptions): Promise<void> {
  const { publisher, progress, refusedAt, stored, after = 0, pace } = options;
  // In parts of a quarter of a second at most: a whole window at once would hold others up.
  const most = Math.min(WINDOW_EVENTS, Math.ceil((pace?.eventsPerSecond ?? Number.POSITIVE_INFINITY) / 4));
  const begun = pace?.monotonic() ?? 0;
  let window: Publishable[] = [];
  let [bytes, published, last] = [0, 0, 0];
  const flush = async (): Promise<void> => {
    const events = window;
    window = [];
    bytes = 0;
    await stored(await publisher.publish(events), last);
    published += events.length;
    progress({ step: 'published', events: published });
    if (pace === undefined) return;
    const early = begun + (published * 1_000) / pace.eventsPerSecond - pace.monotonic();
    if (early > 0) await pace.wait(early);
  };
  for await (const read of reads) {
    if ('issues' in read || read.at <= after || refusedAt.has(read.at)) continue;
    window.push(read.publishable);
    bytes += read.bytes;
    last = read.at;
    if (window.length >= most || bytes >= WINDOW_BYTES) await flush();
  }
  if (window.length > 0) await flush();
}
