import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import type { Stream } from '@fundlens/read-models/definition';
import type { RebuildRun } from '@fundlens/read-models/rebuild-run';
import type { PartitionFigures as OwnPartition } from '@fundlens/projection/health/partition-health';
import type { Status } from '@fundlens/projection/status/status';
import type { Sample, StreamFigures } from './history.ts';
import type { Known } from './last-known.ts';
import type { Usage } from './usage-store.ts';

export const STREAMS = ['access', 'crm', 'funding'] as const satisfies readonly Stream[];

/** What the console reads of MongoDB and Kafka. */
export type ConsoleFigures = {
  readonly status: Status;
  readonly rebuild: RebuildRun | null;
  /** The first open ones in the order of the logs, without payloads. */
  readonly deadLetters: readonly DeadLetter[];
  readonly usage: Usage;
};

/** All that the page shows. Instants in epoch milliseconds. */
export type ConsoleView = {
  readonly now: number;
  /** Host and process id of the projector that answers. */
  readonly host: string;
  readonly figures: Known<ConsoleFigures>;
  /** Since when Kafka does not answer this process; null: it does. */
  readonly kafka: { readonly code: string; readonly since: number } | null;
  /** The partitions of this process, from its memory. */
  readonly own: readonly OwnPartition[];
  readonly history: readonly Sample[];
  /** Whether an `ADMIN_TOKEN` is set. */
  readonly writes: boolean;
  readonly limits: { readonly maxAgeMs: number; readonly maxLag: number };
};

/** How far and how old one stream is at this moment: ages go on growing in an outage, a lag is not repeated. */
export function streamFigures(
  { figures, kafka, now }: Pick<ConsoleView, 'figures' | 'kafka' | 'now'>,
  stream: Stream,
): StreamFigures {
  const { value, readAt, trouble } = figures;
  const here = value?.status.partitions.filter((partition) => partition.stream === stream) ?? [];
  if (value === null || readAt === null || here.length === 0) return { lag: null, ageMs: null };
  const isKnown = trouble === null && kafka === null;
  const lag = isKnown ? here.reduce((sum, partition) => sum + partition.lag, 0) : null;
  const instants = here.map(({ asOf }) => asOf);
  if (instants.includes(null)) return { lag, ageMs: null };
  const oldest = Math.min(...instants.map((asOf) => asOf ?? 0));
  // Age by MongoDB's clock when it was read, and by this process' clock since then.
  return { lag, ageMs: Math.max(0, value.status.askedAt - oldest) + Math.max(0, now - readAt) };
}
