import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import type { RebuildRun } from '@fundlens/read-models/rebuild-run';
import type { PartitionFigures, Status } from '@fundlens/projection/status/status';
import { type ConsoleFigures, type ConsoleView, STREAMS } from '../console-view.ts';
import type { Sample, StreamFigures } from '../history.ts';

/** A night at 03:12 UTC. */
export const NOW = Date.parse('2026-11-23T03:12:20Z');
const MINUTE = 60_000;
const OWNER = 'projector-7d9f:1';
const PARTITIONS = 12;

export function partitionFigures(changes: Partial<PartitionFigures> = {}): PartitionFigures {
  const owned = { status: 'running', reason: null, since: NOW - 90 * MINUTE, owner: OWNER, seenAt: NOW - 900 } as const;
  return {
    ...{ stream: 'crm', topic: 'crm.events', partition: 0, nextOffset: 81_230, end: 81_230, lag: 0, undecided: 0 },
    ...{ asOf: NOW - 1_800, trouble: null, projector: owned },
    ...changes,
  };
}

export function deadLetter(changes: Partial<DeadLetter> = {}): DeadLetter {
  return {
    ...{ _id: 'crm.events:3:81200', stream: 'crm', topic: 'crm.events', partition: 3, offset: 81_200, keyHash: null },
    ...{ reason: 'undecodable', rule: 'must decode', field: null, eventType: null, entity: null, payload: null },
    ...{ occurredAt: null, receivedAt: NOW - 14 * MINUTE, status: 'open', attempts: 1, lastAttemptAt: NOW },
    ...changes,
  };
}

export function rebuildRun(changes: Partial<RebuildRun> = {}): RebuildRun {
  return {
    ...{
      _id: 'rebuild',
      runId: 'r',
      phase: 'replaying',
      owner: 'operator:77',
      leaseUntil: NOW,
      startedAt: NOW - 25 * MINUTE,
    },
    models: [{ name: 'contacts', from: 9, to: 10 }],
    ...{ switchedAt: null, graceMs: 600_000, abortRequested: false, comparison: null },
    progress: { events: 8_140_000, total: 12_600_000, eventsPerSecond: 9_400, secondsLeft: 474 },
    ...changes,
  };
}

export function consoleStatus(changes: Partial<Status> = {}): Status {
  const partitions = STREAMS.flatMap((stream) =>
    Array.from({ length: PARTITIONS }, (_, partition) =>
      partitionFigures({ stream, topic: `${stream}.events`, partition }),
    ),
  );
  const idle = { documents: 0, dirtySince: null };
  return {
    ...{ askedAt: NOW, asOf: NOW - 1_800, partitions, deadLetters: [], blocking: 0 },
    ...{ dashboards: idle, reportPdfs: idle, models: [], rebuild: null },
    ...changes,
  };
}

/** `shape` of one stream at `minutes` before now. */
export function historyOf(shape: (minutes: number, stream: string) => StreamFigures | null): Sample[] {
  const samples: Sample[] = [];
  for (let minutes = 359; minutes >= 0; minutes -= 1) {
    const [access, crm, funding] = STREAMS.map((stream) => shape(minutes, stream));
    if (!access || !crm || !funding) continue;
    samples.push({ at: Math.floor(NOW / MINUTE) * MINUTE - minutes * MINUTE, streams: { access, crm, funding } });
  }
  return samples;
}

export const quiet = (minutes: number): StreamFigures => ({
  lag: (minutes * 7) % 11 === 0 ? 40 + minutes : 0,
  ageMs: 1_500 + ((minutes * 37) % 900),
});

type ViewChanges = Partial<Omit<ConsoleView, 'figures'>> & {
  readonly status?: Partial<Status>;
  readonly figures?: Partial<ConsoleFigures>;
  readonly known?: Partial<ConsoleView['figures']>;
};

export function consoleView({ status, figures, known, ...changes }: ViewChanges = {}): ConsoleView {
  const usage = {
    quotas: [
      { bucket: 'company:co-northwind', spent: 188_201, quota: 200_000 },
      { bucket: 'company:co-harbor', spent: 40_112, quota: null },
    ],
    refusals: [
      { status: 429, code: null, credentialId: 'key-41', count: 320, last: NOW - MINUTE },
      { status: 403, code: 'location_denied', credentialId: 'key-7', count: 2, last: NOW - 31 * MINUTE },
    ],
    cut: false,
  };
  return {
    ...{ now: NOW, host: OWNER, kafka: null, own: [], history: historyOf(quiet), writes: true },
    limits: { maxAgeMs: 300_000, maxLag: 1_000_000 },
    figures: {
      value: { status: consoleStatus(status), rebuild: null, deadLetters: [], usage, ...figures },
      readAt: NOW - 800,
      trouble: null,
      ...known,
    },
    ...changes,
  };
}

/** Partition 3 of CRM has stopped 14 minutes ago. */
export function stoppedView(): ConsoleView {
  const since = NOW - 14 * MINUTE;
  const projector = { status: 'stopped', reason: 'mostly_invalid', since, owner: OWNER, seenAt: NOW } as const;
  const stopped = partitionFigures({
    ...{ topic: 'crm.events', partition: 3, nextOffset: 81_299, end: 94_022, lag: 12_723, asOf: since },
    ...{ trouble: 'stopped', projector },
  });
  const others = consoleStatus().partitions.filter(({ stream, partition }) => stream !== 'crm' || partition !== 3);
  const letters = Array.from({ length: 25 }, (_, index) =>
    deadLetter({ _id: `crm.events:3:${81_200 + index}`, offset: 81_200 + index }),
  );
  const own = { topic: 'crm.events', partition: 3, status: 'stopped', reason: 'mostly_invalid', since } as const;
  return consoleView({
    status: { partitions: [stopped, ...others], deadLetters: [{ status: 'open', reason: 'undecodable', count: 99 }] },
    figures: { deadLetters: letters },
    own: [{ ...own, lag: 12_723, undecided: 0, ageMs: 14 * MINUTE }],
    history: historyOf((minutes, stream) =>
      stream === 'crm' && minutes < 14 ? { lag: (14 - minutes) * 908, ageMs: (14 - minutes) * MINUTE } : quiet(minutes),
    ),
  });
}

/** MongoDB has been silent for four minutes. */
export function mongodbAwayView(): ConsoleView {
  const since = NOW - 4 * MINUTE;
  return consoleView({
    known: { trouble: { code: 'mongodb_unavailable', since }, readAt: since - 2_000 },
    history: historyOf((minutes) => (minutes < 4 ? { lag: null, ageMs: (4 - minutes) * MINUTE } : quiet(minutes))),
  });
}
