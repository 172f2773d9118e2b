import { REBUILDS, type RebuildPhase, type RebuildRun } from '@fundlens/read-models/rebuild-run';
import { sleep } from '@fundlens/runtime/backoff';
import type { Db } from 'mongodb';
import { type RebuildProcess, startRebuild } from '../harness/rebuild-process.ts';

export type WatchedRebuildOptions = {
  readonly db: Db;
  readonly environment: Readonly<Record<string, string>>;
  readonly graceSeconds: number;
  /** A phase that has not come by then never will. */
  readonly limitMs: number;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
};

const LOOK_MS = 100;
/** A process that is killed at a state runs for a tenth of the time, in steps shorter than any phase. */
const STEP_MS = 5;
const REST_MS = 45;
const REPORT_MS = 5_000;
/** Until the lease of a killed process ends, with room for the start of the next one. */
const RESUME_LIMIT_MS = 60_000;
const EXIT_REFUSED = 2;
const ORDER: readonly RebuildPhase[] = [
  'replaying',
  'indexing',
  'deriving',
  'comparing',
  'announced',
  'tailing',
  'dropping',
  'finished',
];

/** The processes of `fundlens rebuild`, seen from outside. */
export class WatchedRebuild {
  readonly #options: WatchedRebuildOptions;
  readonly #spent = new Map<RebuildPhase, number>();
  readonly #over = new AbortController();
  readonly #watching: Promise<void>;
  #refusals = 0;
  /** The process that was started last and has not been killed. */
  #current: RebuildProcess | undefined;
  #started: RebuildProcess | undefined;
  /** The owner of the rebuild when its process was killed. */
  #dead: string | null = null;

  constructor(options: WatchedRebuildOptions) {
    this.#options = options;
    this.#watching = this.#watch();
  }

  /** How often the command was refused because the lease of the killed process had not ended. */
  get refusals(): number {
    return this.#refusals;
  }

  run(): Promise<RebuildRun | null> {
    return this.#options.db.collection<RebuildRun>(REBUILDS).findOne({});
  }

  /** Gives the command, and repeats it until a process works on the rebuild of one that was killed. */
  async begin(): Promise<void> {
    const { environment, graceSeconds, signal } = this.#options;
    const before = (await this.run())?.owner ?? null;
    for (const deadline = performance.now() + RESUME_LIMIT_MS; ; ) {
      const started = startRebuild(environment, ['all', '--grace', String(graceSeconds)]);
      this.#current = started;
      this.#started = started;
      const status = await Promise.race([started.ended, this.#ownedByAnother(before)]);
      if (status === 'owned') return;
      this.#current = undefined;
      if (status !== EXIT_REFUSED || performance.now() > deadline) {
        throw new Error(`the rebuild ended with status ${status}: ${started.errors()}`);
      }
      this.#refusals += 1;
      signal.throwIfAborted();
    }
  }

  /**
   * Kills the process that works on it in the state that `there` waits for. The process stands still at each look, so it
   * cannot run past that state, however slow the looks are.
   * @throws when the process ends before, or it takes too long
   */
  async killWhen(there: () => Promise<boolean>): Promise<void> {
    const { limitMs, signal } = this.#options;
    const process = this.#current;
    if (process === undefined) throw new Error('no rebuild to kill');
    const deadline = performance.now() + limitMs;
    process.pause();
    while (!(await there())) {
      process.goOn();
      await sleep(STEP_MS, signal);
      process.pause();
      await sleep(REST_MS, signal);
      signal.throwIfAborted();
      if (process.hasEnded()) throw new Error(`the rebuild ended before it was killed: ${process.errors()}`);
      if (performance.now() > deadline) throw new Error('the rebuild did not come to where it is killed');
    }
    this.#current = undefined;
    await process.kill();
    this.#dead = (await this.run())?.owner ?? null;
  }

  /**
   * Resolves when it is in this phase or further.
   * @throws when its process ends before, or it takes too long
   */
  async reached(phase: RebuildPhase): Promise<RebuildRun> {
    const { limitMs, signal } = this.#options;
    for (const deadline = performance.now() + limitMs; performance.now() < deadline; await sleep(LOOK_MS, signal)) {
      signal.throwIfAborted();
      if (this.#current?.hasEnded() === true) break;
      const found = await this.run();
      if (found?.phase === 'refused') throw new Error(`refused: ${JSON.stringify(found.comparison)}`);
      if (found !== null && ORDER.indexOf(found.phase) >= ORDER.indexOf(phase)) return found;
    }
    throw new Error(`the rebuild did not come to "${phase}": ${this.#current?.errors() ?? 'no process'}`);
  }

  /** The exit status of the last process. */
  async ended(): Promise<number | null> {
    const status = (await this.#current?.ended) ?? null;
    this.#current = undefined;
    return status;
  }

  /** What the last process that was started wrote to standard error. */
  errors(): string {
    return this.#started?.errors() ?? '';
  }

  /** Seconds in each phase, of all processes together; the time without a process is not counted. */
  secondsByPhase(): Readonly<Partial<Record<RebuildPhase, number>>> {
    return Object.fromEntries([...this.#spent].map(([phase, ms]) => [phase, Math.round(ms / 100) / 10]));
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#watching;
    await this.#current?.kill();
  }

  async #watch(): Promise<void> {
    const { report } = this.#options;
    let last: RebuildRun | null = null;
    let [lookedAt, reportedAt] = [performance.now(), 0];
    while (await sleep(LOOK_MS, this.#over.signal)) {
      const found = await this.run();
      const now = performance.now();
      // The lease of a dead process lasts for a while; the rebuild refuses other processes meanwhile.
      const working = this.#current !== undefined && found !== null && found.owner !== this.#dead;
      if (working) this.#spent.set(found.phase, (this.#spent.get(found.phase) ?? 0) + now - lookedAt);
      if (found !== null && found.phase !== last?.phase) report(`rebuild: ${found.phase}`);
      else if (working && found.progress !== null && found.phase === 'replaying' && now - reportedAt > REPORT_MS) {
        reportedAt = now;
        const { events, total, eventsPerSecond } = found.progress;
        report(`rebuild: ${events} of ${total} events, ${eventsPerSecond} events/s`);
      }
      [last, lookedAt] = [found, now];
    }
  }

  /** Resolves when another process than `before` works on it. */
  async #ownedByAnother(before: string | null): Promise<'owned'> {
    const { signal } = this.#options;
    for (;;) {
      const owner = (await this.run())?.owner ?? null;
      if (owner !== null && owner !== before) return 'owned';
      await sleep(LOOK_MS, signal);
      signal.throwIfAborted();
    }
  }
}
