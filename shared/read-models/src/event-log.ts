import type { Stream } from '@fundlens/contracts/definition/event-definition';

/**
 * The topic and partitions of each stream. The projector stores it, so that readers of the checkpoints know which topics
 * and partitions exist and whether all of them have checkpoints.
 */
export const EVENT_LOGS = 'event_logs';

export type EventLog = {
  readonly _id: Stream;
  readonly topic: string;
  /** They are numbered from 0. */
  readonly partitions: number;
};
