import type { Stream } from './definition.ts';

/**
 * Where each stream of events is read from. The projector tells it, so that whoever reads the checkpoints knows whether
 * those of all partitions are there, and which topics and partitions exist at all.
 */
export const EVENT_LOGS = 'event_logs';

export type EventLog = {
  readonly _id: Stream;
  readonly topic: string;
  /** They are numbered from 0. */
  readonly partitions: number;
};
