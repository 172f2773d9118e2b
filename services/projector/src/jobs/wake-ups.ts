/**
 * A wake-up says that something may be due now. What is due stands in the documents, and a sweeper finds it there: a
 * wake-up only makes it sooner. So it may be lost, late, repeated or taken by several processes, and its work must be
 * idempotent.
 */

/** A kind of work that wake-ups are for. */
export type WakeUpWork = {
  /** Names the queue and the metrics; lower-case words. */
  readonly name: string;
  /** How many keys of this work one process works on at the same time. */
  readonly concurrency: number;
  /** Milliseconds between the first wake-up of a key and its work; further ones of that key in between change nothing. */
  readonly gatherMs: number;
  /**
   * Which of the keys that wait comes first. `newest`: a client may ask for what has just changed; the
   * sweeper finds what a flood has left behind, oldest first.
   */
  readonly first: 'oldest' | 'newest';
  /** What it throws is logged and forgotten: the sweeper comes to it again. */
  readonly work: (key: string) => Promise<void>;
};

/**
 * Enqueues wake-ups of one kind of work. Returns at once and never throws. While a key waits, further wake-ups of it
 * change nothing; while it is worked on, they make it be worked on once more.
 */
export type EnqueueWakeUps = (keys: Iterable<string>) => void;

/** For metrics: what has become of wake-ups. */
export type WakeUpOutcome = 'given' | 'lost' | 'done' | 'failed';
