import { rebuiltTogether } from '@fundlens/read-models/definitions';
import { assertIntended, assertSameFingerprintAsBegun, planRun } from './rebuild-plan.ts';
import type { RebuildOptions, RebuildRequest } from './rebuild-ports.ts';
import { hasEnded, type RebuildRun } from '@fundlens/read-models/rebuild-run';
import { undoRebuild } from './rebuild-undo.ts';
import { RebuildWorker } from './rebuild-worker.ts';
import { Interruption, PAUSE_MS, RunControl } from './run-control.ts';
import { isLeased } from './run-store.ts';

export type Rebuild = {
  /**
   * Begins the rebuild, or continues it where another process has left it.
   * @returns the run as it ended: `finished`, `refused`, `aborted`, or in the middle when `signal` has stopped it.
   * @throws InvalidError when another rebuild runs or is unfinished, and `fingerprint_differs` when this process makes documents otherwise than the active
   *   ones without `newFingerprint`, or otherwise than the process that began the rebuild.
   */
  run(request: RebuildRequest, signal: AbortSignal): Promise<RebuildRun>;
  /** Undoes an unfinished rebuild, or asks the process that works on it to undo it; null when there is none. */
  abort(): Promise<RebuildRun | null>;
  status(): Promise<RebuildRun | null>;
};

export function createRebuild(options: RebuildOptions): Rebuild {
  const { runs, versions, fingerprint, clock, newId } = options;

  async function run(request: RebuildRequest, signal: AbortSignal): Promise<RebuildRun> {
    const owner = newId();
    const known = await versions.load();
    const last = await runs.load();
    if (last === null || hasEnded(last)) assertIntended(request, known, fingerprint);
    const wanted = request.models.toSorted().join();
    const taken = await runs.take(owner, planRun(newId(), request, { known, fingerprint }), ({ models }) => {
      const names = models.map(({ name }) => name);
      return names.toSorted().join() === wanted;
    });
    try {
      if (taken.abortRequested || taken.phase === 'aborting') return await undoRebuild(options, taken, owner);
      if (taken.phase !== 'dropping') assertSameFingerprintAsBegun(taken, await versions.load(), fingerprint);
      return await work(taken, request, { owner, signal });
    } finally {
      await runs.release(owner);
    }
  }

  async function work(
    taken: RebuildRun,
    request: RebuildRequest,
    { owner, signal }: { readonly owner: string; readonly signal: AbortSignal },
  ): Promise<RebuildRun> {
    const control = new RunControl(options, taken, { owner, signal });
    const attempt = await options.open(taken, owner, () => control.pause(PAUSE_MS));
    control.start(attempt);
    try {
      return await new RebuildWorker(options, request, { control, attempt }).work();
    } catch (error) {
      if (!(error instanceof Interruption)) throw error;
      if (error.kind === 'stop') return control.run;
      await attempt.replay.stop();
      return await undoRebuild(options, control.run, owner);
    } finally {
      await control.stop();
      await attempt.replay.stop();
    }
  }

  return {
    run: (request, signal) => run({ ...request, models: rebuiltTogether(request.models) }, signal),

    async abort() {
      const unfinished = await runs.requestAbort();
      if (unfinished === null || isLeased(unfinished, clock())) return unfinished;
      const owner = newId();
      try {
        return await undoRebuild(options, await runs.takeOver(owner, unfinished), owner);
      } finally {
        await runs.release(owner);
      }
    },

    status: runs.load,
  };
}
