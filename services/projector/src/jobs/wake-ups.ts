/**
 * Hints say that something may be due now. What is due stands in the documents, and a sweeper finds it there: a hint only
 * makes it sooner. So a hint may be lost, late, repeated or taken by several processes, and its work must be idempotent.
 */

/** A kind of work that hints are given for. */
export type WakeUpWork = {
  /** Names the queue and the metrics; lower-case words. */
  readonly name: string;
  /** How many keys of this work one process works on at the same time. */
  readonly concurrency: number;
  /** Milliseconds between the first hint of a key and its work: further hints of that key in between are the same one. */
  readonly gatherMs: number;
  /**
   * Which of the keys that wait comes first. `newest`: somebody may ask for what has just changed, while what is left
   * behind by a flood is found by the sweeper, oldest first.
   */
  readonly first: 'oldest' | 'newest';
  /** What it throws is told of and forgotten: the sweeper comes to it again. */
  readonly work: (key: string) => Promise<void>;
};

/**
 * Gives hints of one kind of work. Returns at once and never throws. While a key waits, further hints of it change
 * nothing; while it is worked on, they make it be worked on once more.
 */
export type EnqueueWakeUps = (keys: Iterable<string>) => void;

/** For metrics: what has become of hints. */
export type WakeUpOutcome = 'given' | 'lost' | 'done' | 'failed';
