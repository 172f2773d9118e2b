import { within } from '@fundlens/runtime/deadline';
import type { Stream } from '@fundlens/read-models/definition';
import { createPeriodic } from '@fundlens/runtime/periodic';
import { sleep } from '@fundlens/runtime/backoff';
import { RetryableError } from '@fundlens/runtime/errors';
import type { PartitionHealth } from '@fundlens/projection/health/partition-health';
import type { StatusReading } from '@fundlens/projection/health/metrics';
import type { Status } from '@fundlens/projection/status/status';

export const STREAMS = ['access', 'crm', 'funding'] as const satisfies readonly Stream[];
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** A server that takes longer does not answer. */
const ANSWER_MS = 4_000;
/** A page and metrics must come within a second, also while a server is silent. */
const FRESH_WITHIN_MS = 600;
/** Several pages and scrapes share one reading. A clock that was set back is as wrong as one that went on. */
const VALID_MS = 2_000;

/** Null while it is not known. */
export type StreamFigures = { readonly lag: number | null; readonly ageMs: number | null };
export type Sample = StreamFigures & { readonly at: number; readonly stream: Stream };

export type Trouble = { readonly code: string; readonly since: number };

/** All that the page shows. Instants in epoch milliseconds. */
export type View = {
  readonly now: number;
  /** What `fundlens status` says, as it was at `readAt`; null: this process has not read it yet. */
  readonly last: { readonly status: Status; readonly readAt: number } | null;
  /** Servers that do not answer this process. */
  readonly mongodb: Trouble | null;
  readonly kafka: Trouble | null;
  /** One sample of each stream a minute of the last hour, or since the process started. */
  readonly history: readonly Sample[];
};

type LastReadingOptions = {
  readonly read: () => Promise<Status>;
  readonly partitionHealth: Pick<PartitionHealth, 'report'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
};

/** What was read last, kept over an outage, and its last hour in this process' memory. */
export class LastReading {
  readonly #options: LastReadingOptions;
  readonly sampling = createPeriodic({ name: 'status page', everyMs: MINUTE_MS, work: () => this.#sample() });
  #reading: Promise<void> | null = null;
  #last: View['last'] = null;
  #history: readonly Sample[] = [];

  constructor(options: LastReadingOptions) {
    this.#options = options;
  }

  async #sample(): Promise<void> {
    await this.refresh();
    const [view, now] = [this.view(), this.#options.clock()];
    const samples = STREAMS.map((stream) => ({ at: now, stream, ...streamFigures(view, stream) }));
    this.#history = [...this.#history, ...samples].filter(({ at }) => at > now - HOUR_MS);
  }

  /** What was read a moment ago where the servers answer, else the last that is known. */
  async soon(): Promise<View> {
    await Promise.race([this.refresh(), sleep(FRESH_WITHIN_MS)]);
    return this.view();
  }

  /** For metrics. */
  async figures(): Promise<StatusReading | null> {
    const view = await this.soon();
    return view.last && { status: view.last.status, now: view.now, isCurrent: isCurrent(view) };
  }

  /** Reads anew unless that is being done, or was just done. Never fails: what is away, health says. */
  async refresh(): Promise<void> {
    const { clock } = this.#options;
    if (this.#last !== null && Math.abs(clock() - this.#last.readAt) < VALID_MS) return;
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  view(): View {
    const [mongodb, kafka] = [this.#troubleOf('mongodb'), this.#troubleOf('kafka')];
    return { now: this.#options.clock(), last: this.#last, mongodb, kafka, history: this.#history };
  }

  async #readOnce(): Promise<void> {
    const { read, clock } = this.#options;
    // Also before the clients are connected, which their own parts do.
    if (this.#troubleOf('mongodb') !== null || this.#troubleOf('kafka') !== null) return;
    const readAt = clock();
    const late = () => new RetryableError('status_late', 'The servers are slow.');
    const status = await within(ANSWER_MS, read(), late).catch(() => null);
    if (status !== null) this.#last = { status, readAt };
  }

  #troubleOf(server: string): Trouble | null {
    const part = this.#options.partitionHealth.report().parts?.[server];
    if (part === undefined) return { code: 'starting', since: this.#options.clock() };
    return part.state === 'ok' ? null : { code: part.state, since: part.since };
  }
}

/** Whether what is shown is of this moment: a reading may also be slow while both servers answer health. */
export function isCurrent({ now, last, mongodb, kafka }: View): boolean {
  return last !== null && mongodb === null && kafka === null && now - last.readAt < MINUTE_MS;
}

/** How far and how old one stream is at this moment: ages go on growing in an outage, a lag is not repeated. */
export function streamFigures(view: View, stream: Stream): StreamFigures {
  const { now, last } = view;
  const here = last?.status.partitions.filter((partition) => partition.stream === stream) ?? [];
  if (last === null || here.length === 0) return { lag: null, ageMs: null };
  const lag = isCurrent(view) ? here.reduce((sum, partition) => sum + partition.lag, 0) : null;
  const instants = here.flatMap(({ asOf }) => asOf ?? []);
  if (instants.length < here.length) return { lag, ageMs: null };
  // By MongoDB's clock when it was read, and by this process' clock since then.
  return { lag, ageMs: Math.max(0, last.status.askedAt - Math.min(...instants)) + Math.max(0, now - last.readAt) };
}
