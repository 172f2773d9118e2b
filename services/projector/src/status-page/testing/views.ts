import type { PartitionFigures, Status } from '@fundlens/projection/status/status';
import { MINUTE_MS, type Sample, STREAMS, type StreamFigures, type View } from '../last-reading.ts';

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

/** `shape` of each stream at `minutes` before now. */
function historyOf(shape: (minutes: number, stream: string) => StreamFigures): Sample[] {
  return Array.from({ length: 60 }, (_, index) => 59 - index).flatMap((minutes) =>
    STREAMS.map((stream) => ({ at: NOW - minutes * MINUTE_MS, stream, ...shape(minutes, stream) })),
  );
}

const quiet = (minutes: number): StreamFigures => ({
  lag: (minutes * 7) % 11 === 0 ? 40 + minutes : 0,
  ageMs: 1_500 + ((minutes * 37) % 900),
});

export function viewOf(status: Partial<Status> = {}, changes: Partial<View> = {}): View {
  const last = { status: statusOf(status), readAt: NOW - 800 };
  return { now: NOW, last, mongodb: null, kafka: null, history: historyOf(quiet), ...changes };
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
  const history = historyOf((minutes, stream) =>
    stream === 'crm' && minutes < 14
      ? { lag: (14 - minutes) * 908, ageMs: (14 - minutes) * MINUTE_MS }
      : quiet(minutes),
  );
  const deadLetters = [{ reason: 'undecodable', blocks: false, count: 99 }];
  return viewOf({ partitions: [stopped, ...others], deadLetters }, { history });
}

/** MongoDB has been silent for four minutes. */
export function mongodbAwayView(): View {
  const since = NOW - 4 * MINUTE_MS;
  const history = historyOf((minutes) =>
    minutes < 4 ? { lag: null, ageMs: (4 - minutes) * MINUTE_MS } : quiet(minutes),
  );
  const last = { status: statusOf(), readAt: since - 2_000 };
  return viewOf({}, { last, history, mongodb: { code: 'mongodb_unavailable', since } });
}
