import { REBUILDS, type RebuildPhase, type RebuildRun } from '@fundlens/operator/rebuild/rebuild-run';
import { sleep } from '@fundlens/runtime/backoff';
import type { Db } from 'mongodb';
import { type RebuildProcess, startRebuild } from '../harness/rebuild-process.ts';

export type WatchedRebuild = {
  /** Gives the command, and gives it again until a process works on the rebuild of one that was killed. */
  begin(): Promise<void>;
  /** Kills the process that works on it. */
  kill(): Promise<void>;
  /** Resolves when it is there or further, with so many events. @throws when its process ends before, or it takes too long */
  reached(phase: RebuildPhase, events?: number): Promise<RebuildRun>;
  /** The exit status of the last process. */
  ended(): Promise<number | null>;
  run(): Promise<RebuildRun | null>;
  /** Seconds in each phase, of all processes together; the time in which nobody worked on it is not counted. */
  secondsByPhase(): Readonly<Partial<Record<RebuildPhase, number>>>;
  /** How often the command was refused because the killed process was not missed yet. */
  readonly refusals: number;
  stop(): Promise<void>;
};

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
const TELL_MS = 5_000;
/** Until a killed process is missed, with room for the start of the next one. */
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

export function watchRebuild(options: WatchedRebuildOptions): WatchedRebuild {
  const { db, environment, graceSeconds, limitMs, report, signal } = options;
  const spent = new Map<RebuildPhase, number>();
  const over = new AbortController();
  let refusals = 0;
  let current: RebuildProcess | undefined;
  let last: RebuildRun | null = null;
  let dead: string | null = null;
  const run = () => db.collection<RebuildRun>(REBUILDS).findOne({});

  const watching = (async () => {
    let [lookedAt, toldAt] = [performance.now(), 0];
    while (await sleep(LOOK_MS, over.signal)) {
      const found = await run();
      const now = performance.now();
      // A dead process holds its lease for a while, and whoever asks meanwhile is refused.
      const working = current !== undefined && found !== null && found.owner !== dead;
      if (working) spent.set(found.phase, (spent.get(found.phase) ?? 0) + now - lookedAt);
      if (found !== null && found.phase !== last?.phase) report(`rebuild: ${found.phase}`);
      else if (working && found.progress !== null && found.phase === 'replaying' && now - toldAt > TELL_MS) {
        toldAt = now;
        const { events, total, eventsPerSecond } = found.progress;
        report(`rebuild: ${events} of ${total} events, ${eventsPerSecond} events/s`);
      }
      [last, lookedAt] = [found, now];
    }
  })();

  return {
    get refusals() {
      return refusals;
    },
    run,
    async begin() {
      const before = (await run())?.owner ?? null;
      for (const deadline = performance.now() + RESUME_LIMIT_MS; ; ) {
        const started = startRebuild(environment, ['all', '--grace', String(graceSeconds)]);
        current = started;
        const status = await Promise.race([started.ended, ownedAnew(before)]);
        if (status === 'owned') return;
        current = undefined;
        if (status !== EXIT_REFUSED || performance.now() > deadline) {
          throw new Error(`the rebuild ended with status ${status}: ${started.errors()}`);
        }
        refusals += 1;
        signal.throwIfAborted();
      }
    },
    async kill() {
      const killed = current;
      current = undefined;
      await killed?.kill();
      dead = (await run())?.owner ?? null;
    },
    async reached(phase, events = 0) {
      for (const deadline = performance.now() + limitMs; performance.now() < deadline; await sleep(LOOK_MS, signal)) {
        signal.throwIfAborted();
        if (current?.hasEnded() === true) break;
        const found = await run();
        if (found?.phase === 'refused') throw new Error(`refused: ${JSON.stringify(found.comparison)}`);
        if (found === null || ORDER.indexOf(found.phase) < ORDER.indexOf(phase)) continue;
        if (events === 0 || (found.progress?.events ?? 0) >= events) return found;
      }
      throw new Error(`the rebuild did not come to "${phase}": ${current?.errors() ?? 'no process'}`);
    },
    async ended() {
      const status = (await current?.ended) ?? null;
      current = undefined;
      return status;
    },
    secondsByPhase: () => Object.fromEntries([...spent].map(([phase, ms]) => [phase, Math.round(ms / 100) / 10])),
    async stop() {
      over.abort();
      await watching;
      await current?.kill();
    },
  };

  /** Resolves when another process than `before` works on it. */
  async function ownedAnew(before: string | null): Promise<'owned'> {
    for (;;) {
      const owner = (await run())?.owner ?? null;
      if (owner !== null && owner !== before) return 'owned';
      await sleep(LOOK_MS, signal);
      signal.throwIfAborted();
    }
  }
}
