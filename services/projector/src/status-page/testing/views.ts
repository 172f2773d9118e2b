import type { PartitionFigures, Status } from '@fundlens/projection/status/status';
import { MINUTE_MS, type Sample, STREAMS, type View } from '../last-reading.ts';

/** Views of the status page, as a night has them. */
export const NOW = Date.parse('2026-11-23T03:12:20Z');
const OWNER = 'projector-7d9f:1';
const PARTITIONS = 12;

export function partitionFigures(changes: Partial<PartitionFigures> = {}): PartitionFigures {
  const since = NOW - 90 * MINUTE_MS;
  return {
    stream: 'crm',
    topic: 'crm.events',
    partition: 0,
    nextOffset: 81_230,
    end: 81_230,
    lag: 0,
    undecided: 0,
    asOf: NOW - 1_800,
    trouble: null,
    projector: { status: 'running', reason: null, since, owner: OWNER, seenAt: NOW - 900 },
    ...changes,
  };
}

export function statusOf(changes: Partial<Status> = {}): Status {
  const partitions = STREAMS.flatMap((stream) =>
    Array.from({ length: PARTITIONS }, (_, partition) =>
      partitionFigures({ stream, topic: `${stream}.events`, partition }),
    ),
  );
  const idle = { documents: 0, dirtySince: null };
  return {
    askedAt: NOW,
    asOf: NOW - 1_800,
    partitions,
    deadLetters: [],
    blocking: 0,
    dashboards: idle,
    staleViews: 0,
    erasuresPending: 0,
    generations: { active: 1, generations: [] },
    ...changes,
  };
}

/** Two minutes of each stream, and one that is not known. */
const HISTORY: readonly Sample[] = [3, 2, 1].flatMap((minutes) =>
  STREAMS.map((stream) => ({
    at: NOW - minutes * MINUTE_MS,
    stream,
    lag: minutes === 2 ? null : 40 * minutes,
    ageMs: 1_500 * minutes,
  })),
);

export function viewOf(status: Partial<Status> = {}, changes: Partial<View> = {}): View {
  const last = { status: statusOf(status), readAt: NOW - 800 };
  return { now: NOW, last, mongodb: null, kafka: null, history: HISTORY, ...changes };
}

/** Partition 3 of CRM has stopped 14 minutes ago. */
export function stoppedView(): View {
  const since = NOW - 14 * MINUTE_MS;
  const stopped = partitionFigures({
    partition: 3,
    nextOffset: 81_299,
    end: 94_022,
    lag: 12_723,
    asOf: since,
    trouble: 'stopped',
    projector: { status: 'stopped', reason: 'mostly_invalid', since, owner: OWNER, seenAt: NOW },
  });
  const others = statusOf().partitions.filter(({ stream, partition }) => stream !== 'crm' || partition !== 3);
  const deadLetters = [{ reason: 'undecodable', blocks: false, count: 99 }];
  return viewOf({ partitions: [stopped, ...others], deadLetters });
}

/** MongoDB has been silent for four minutes. */
export function mongodbAwayView(): View {
  const since = NOW - 4 * MINUTE_MS;
  const last = { status: statusOf(), readAt: since - 2_000 };
  return viewOf({}, { last, mongodb: { code: 'mongodb_unavailable', since } });
}
