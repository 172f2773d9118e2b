/**
 * How far each model version has applied each partition of its logs. Written after the documents are
 * acknowledged by the majority, so it is the place to resume from; it never goes back.
 */
export const CHECKPOINTS = 'checkpoints';

export type Checkpoint = {
  /** `<model version>:<topic>:<partition>` */
  readonly _id: string;
  /** Model version, e.g. `contacts_v1`. */
  readonly model: string;
  readonly topic: string;
  readonly partition: number;
  /** Every event below this offset is in the model, or is a stored dead letter. */
  readonly nextOffset: number;
  /**
   * Epoch milliseconds: everything that the partition had taken by then is in the model. When the model is at the end of
   * the log, the time by MongoDB's clock before that end was read; else the append time of the last event applied.
   */
  readonly asOf: number;
  /**
   * Epoch milliseconds by MongoDB's clock: at this time the log ended at `nextOffset` or before. So a position from there on
   * came later, or never. Absent until the model has been at the end of the log.
   */
  readonly endAsOf?: number;
};

/**
 * Synchronized server clocks differ by less. An `asOf` further ahead of MongoDB's clock comes from a wrong clock: readers
 * ignore it, and the next projector at the end of the log replaces it.
 */
export const AS_OF_AHEAD_MS = 5_000;

/**
 * Every event with an append time up to this one is in the model. A record that is not applied yet may have one a little
 * before `asOf`: records of one batch share it, a broker's clock may be behind MongoDB's, and that of the next leader behind
 * that of the one before.
 */
export function completeUpTo(asOf: number): number {
  return asOf - AS_OF_AHEAD_MS;
}

export function checkpointId({ model, topic, partition }: { model: string; topic: string; partition: number }): string {
  return `${model}:${topic}:${partition}`;
}

/**
 * Where a consumer of the partition starts: the lowest checkpoint of its models; null (the beginning of the log) when one
 * of them has none. Events that a model has already applied change nothing when they are applied again.
 */
export function resumeOffset(models: readonly string[], checkpoints: readonly Checkpoint[]): number | null {
  let lowest: number | null = null;
  for (const model of models) {
    const found = checkpoints.find((checkpoint) => checkpoint.model === model);
    if (found === undefined) return null;
    lowest = lowest === null ? found.nextOffset : Math.min(lowest, found.nextOffset);
  }
  return lowest;
}
