import type { DeadLetterRepository } from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import type { PartitionHealth } from '@fundlens/projection/health/partition-health';
import type { Logs, TopicBounds } from '@fundlens/projection/log/source';
import { readStatus, type StatusLimits, type StatusSources } from '@fundlens/projection/status/status';
import { within } from '@fundlens/contracts/deadline';
import { RetryableError } from '@fundlens/runtime/errors';
import { type ConsoleFigures, type ConsoleView, STREAMS, streamFigures } from './console-view.ts';
import type { Sample } from './history.ts';
import { createLastKnown } from './last-known.ts';
import type { Usage } from './usage-store.ts';

/** As `fundlens status` has them by default. */
const LIMITS: StatusLimits = { maxAgeMs: 300_000, maxLag: 1_000_000 };
const SHOWN_DEAD_LETTERS = 25;
const KAFKA_ANSWER_MS = 1_000;
const ANSWER_MS = 4_000;
/** The page asks every five seconds; several pages share one reading. */
const VALID_MS = 2_000;

type ConsoleFiguresOptions = {
  readonly sources: StatusSources;
  readonly deadLetters: Pick<DeadLetterRepository, 'list'>;
  readonly usage: () => Promise<Usage>;
  readonly partitionHealth: Pick<PartitionHealth, 'report' | 'partitions'>;
  readonly history: () => readonly Sample[];
  readonly clock: () => number;
  readonly host: string;
  readonly writes: boolean;
};

type Trouble = { readonly code: string; readonly since: number };

/** What the page shows, read by the functions of `fundlens status` and kept while a server is away. */
export function createConsoleFigures(options: ConsoleFiguresOptions) {
  const { sources, deadLetters, usage, partitionHealth, history, clock, host, writes } = options;
  const troubleOf = (server: string): Trouble | null => {
    const part = partitionHealth.report().parts?.[server];
    if (part === undefined) return { code: 'starting', since: clock() };
    return part.state === 'ok' ? null : { code: part.state, since: part.since };
  };
  const logs = rememberedLogs(sources.logs, () => troubleOf('kafka') === null);

  async function read(): Promise<ConsoleFigures> {
    const trouble = troubleOf('mongodb');
    // Also before the client is connected, which happens in its own part.
    if (trouble !== null) throw new RetryableError(trouble.code, 'MongoDB does not answer.');
    const page = { limit: SHOWN_DEAD_LETTERS, after: null };
    const [status, rebuild, open, used] = await Promise.all([
      readStatus({ ...sources, logs }, LIMITS),
      sources.rebuild(),
      deadLetters.list({ status: 'open' }, page),
      usage(),
    ]);
    return { status, rebuild, deadLetters: open, usage: used };
  }

  const figures = createLastKnown({ read, clock, limitMs: ANSWER_MS, validMs: VALID_MS });

  function view(): ConsoleView {
    const known = figures.current();
    const away = troubleOf('mongodb');
    return {
      now: clock(),
      host,
      figures: away === null ? known : { ...known, trouble: away },
      kafka: troubleOf('kafka'),
      own: partitionHealth.partitions(),
      history: history(),
      writes,
      limits: LIMITS,
    };
  }

  return {
    refresh: figures.refresh,
    view,
    async measure(): Promise<Sample['streams']> {
      await figures.refresh();
      const now = view();
      const [access, crm, funding] = STREAMS.map((stream) => streamFigures(now, stream));
      const unknown = { lag: null, ageMs: null };
      return { access: access ?? unknown, crm: crm ?? unknown, funding: funding ?? unknown };
    },
  };
}

/** While Kafka is away the last known ends of the logs tell which partitions there are; the page shows no lag then. */
function rememberedLogs(logs: Logs, answers: () => boolean): Logs {
  const remembered = new Map<string, TopicBounds>();
  return {
    async bounds(topic) {
      try {
        if (!answers()) throw new RetryableError('kafka_unavailable', 'Kafka does not answer.');
        const late = () => new RetryableError('kafka_unavailable', 'Kafka does not answer.');
        const bounds = await within(KAFKA_ANSWER_MS, logs.bounds(topic), late);
        remembered.set(topic, bounds);
        return bounds;
      } catch {
        return remembered.get(topic) ?? { partitions: new Map() };
      }
    },
  };
}
