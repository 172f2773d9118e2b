/**
 * How far each generation has applied each partition of its logs. Written after the documents are acknowledged by the
 * majority, so it is the place to resume from; it never goes back.
 */
export const CHECKPOINTS = 'checkpoints';

export type Checkpoint = {
  /** `<generation>:<topic>:<partition>` */
  readonly _id: string;
  readonly generation: number;
  readonly topic: string;
  readonly partition: number;
  /** Every event below this offset is in the documents, or is a stored dead letter. */
  readonly nextOffset: number;
  /**
   * Epoch milliseconds: everything that the partition had taken by then is in the documents. When they are at the end of
   * the log, the time by MongoDB's clock before that end was read; else the append time of the last event applied.
   */
  readonly asOf: number;
  /**
   * Epoch milliseconds by MongoDB's clock: at this time the log ended at `nextOffset` or before. So a position from there on
   * came later, or never. Absent until the end of the log has been reached.
   */
  readonly endAsOf?: number;
};

/**
 * Synchronized server clocks differ by less. An `asOf` further ahead of MongoDB's clock comes from a wrong clock: readers
 * ignore it, and the next projector at the end of the log replaces it.
 */
export const AS_OF_AHEAD_MS = 5_000;

/**
 * Every event with an append time up to this one is in the documents. A record that is not applied yet may have one a little
 * before `asOf`: records of one batch share it, a broker's clock may be behind MongoDB's, and that of the next leader behind
 * that of the one before.
 */
export function completeUpTo(asOf: number): number {
  return asOf - AS_OF_AHEAD_MS;
}

type CheckpointKey = Pick<Checkpoint, 'generation' | 'topic' | 'partition'>;

export function checkpointId({ generation, topic, partition }: CheckpointKey): string {
  return `${generation}:${topic}:${partition}`;
}
