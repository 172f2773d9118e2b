import { isKafkaRefusal } from '@fundlens/contracts/kafka-refusal';
import { type Backoff, sleep } from '@fundlens/runtime/backoff';
import { FatalError, failureKind } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import { progressMeter } from './progress-meter.ts';
import type { Attempt, RebuildOptions } from './rebuild-ports.ts';
import { hasSwitched, type RebuildPhase, type RebuildRun } from '@fundlens/read-models/rebuild-run';
import { keepLease } from './run-store.ts';

export const PAUSE_MS = 100;
/** Several times per lease. */
const RENEW_LEASE_MS = 2_000;

/** Ends the work of this process; the stored run says how far it came. */
export class Interruption extends Error {
  readonly kind: 'abort' | 'stop';
  constructor(kind: 'abort' | 'stop') {
    super(kind);
    this.kind = kind;
  }
}

/** The run as this process has stored it, its lease, and what interrupts the work on it. */
export class RunControl {
  readonly #options: RebuildOptions;
  readonly #owner: string;
  readonly #signal: AbortSignal;
  readonly #logger: Logger;
  readonly #leaving = new AbortController();
  #run: RebuildRun;
  #interrupted: Error | null = null;
  #attempt: Attempt | null = null;
  #renewing: Promise<void> = Promise.resolve();

  constructor(options: RebuildOptions, run: RebuildRun, { owner, signal }: { owner: string; signal: AbortSignal }) {
    this.#options = options;
    this.#owner = owner;
    this.#signal = signal;
    this.#logger = options.logger;
    this.#run = run;
  }

  get run(): RebuildRun {
    return this.#run;
  }

  /** Renews the lease from now on, and interrupts the work when the replay of `attempt` stops. */
  start(attempt: Attempt): void {
    this.#attempt = attempt;
    this.#renewing = this.#renewLease(attempt);
  }

  async stop(): Promise<void> {
    this.#leaving.abort();
    await this.#renewing;
  }

  /** @throws Interruption, or FatalError `rebuild_stopped` or `rebuild_lease_lost`, when this process has to leave the run. */
  guard(): void {
    if (this.#signal.aborted) throw new Interruption('stop');
    if (this.#interrupted !== null) throw this.#interrupted;
    const trouble = this.#attempt?.replay.trouble() ?? null;
    if (trouble !== null) throw new FatalError('rebuild_stopped', `The replay of the log has stopped: ${trouble}.`);
  }

  /** @throws as `guard` */
  async pause(ms: number): Promise<void> {
    const { clock } = this.#options;
    for (const end = clock() + ms; ; ) {
      this.guard();
      const left = end - clock();
      if (left <= 0) return;
      await sleep(Math.min(left, PAUSE_MS), this.#signal);
    }
  }

  /**
   * Repeats a step, which must be idempotent, while it fails with retryable errors. What Kafka refuses ends the run, which can
   * be continued: a right that is missing does not come by waiting.
   */
  async retry<T>(step: () => Promise<T>): Promise<T> {
    const backoff: Backoff = this.#options.createBackoff();
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (failureKind(error) !== 'retryable' || isKafkaRefusal(error)) throw error;
        this.#logger.warn({ error }, 'the rebuild waits');
        await this.pause(backoff.next());
      }
    }
  }

  async enter(phase: RebuildPhase, fields: Partial<RebuildRun> = {}): Promise<void> {
    await this.retry(() => this.store({ ...fields, phase }));
    this.#logger.info({ phase, models: this.#run.models }, 'rebuild');
    this.#options.onProgress(this.#run);
  }

  /** @throws FatalError `rebuild_lease_lost` */
  async store(fields: Parameters<typeof keepLease>[2]): Promise<void> {
    this.#run = await keepLease(this.#options.runs, this.#owner, fields);
  }

  /** Renews the lease, stores the progress and takes note of a request to abort. */
  async #renewLease(attempt: Attempt): Promise<void> {
    const meter = progressMeter(() => this.#options.clock());
    while (await sleep(RENEW_LEASE_MS, this.#leaving.signal)) {
      try {
        // While documents are rendered, the checkpoints are copies and show no progress.
        const progress = this.#run.phase === 'rendering' ? null : meter(await attempt.barriers.progress());
        const found = await keepLease(this.#options.runs, this.#owner, { progress });
        if (found.abortRequested && !hasSwitched(found)) this.#interrupted ??= new Interruption('abort');
        this.#options.onProgress(found);
      } catch (error) {
        if (failureKind(error) !== 'retryable')
          this.#interrupted ??= error instanceof Error ? error : new Error('unknown');
      }
    }
  }
}
