import type { ReadModelName } from '@fundlens/read-models/definition';
import { definitionOf, rebuiltTogether } from '@fundlens/read-models/definitions';
import {
  activeVersion,
  differingParts,
  type FingerprintPart,
  type ReadModelVersion,
  versionsOf,
} from '@fundlens/read-models/model-version';
import { type Backoff, sleep } from '@fundlens/runtime/backoff';
import { FatalError, failureKind, InvalidError } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import type { Barriers } from './barriers.ts';
import { progressMeter } from './progress-meter.ts';
import {
  type ComparisonReport,
  hasEnded,
  hasSwitched,
  type RebuildPhase,
  type RebuildRun,
  type RebuiltModel,
} from './rebuild-run.ts';
import type { RenderFromSlots } from './render-from-slots.ts';
import type { NewRun, RunStore } from './run-store.ts';
import {
  fingerprintDifference,
  type FingerprintOf,
  otherwiseMade,
  partNames,
} from '@fundlens/projection/versions/fingerprint';
import type { VersionStore } from '@fundlens/projection/versions/version-store';

/** Takes the log into the new versions, from their checkpoints on and for as long as it is not stopped. */
export type Replay = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Why it will not go on by itself, as a code; null: it will. */
  trouble(): string | null;
};

/** All that is about the models of one rebuild. `pause` waits a moment and throws when the rebuild is to end. */
export type Attempt = {
  /** Fills the new versions from the slots of those that are read; before the replay. */
  readonly renderFromSlots: RenderFromSlots;
  readonly replay: Replay;
  readonly barriers: Barriers;
  /** Looks after dashboards and PDFs of the new versions from now on; resolves when all that was due is done. */
  derive(): Promise<void>;
  compare(): Promise<ComparisonReport>;
  /** How many dead letters of what is rebuilt are discarded. */
  deadLettersDiscarded(): Promise<number>;
  /** Replays open dead letters that are valid by now, into all that there is. @returns how many by this rebuild so far. */
  settleDeadLetters(): Promise<number>;
  /** Makes dead letters of what only the rebuild has set aside. */
  adoptDeadLetters(): Promise<void>;
  /** Removes what the rebuild has set aside for itself. */
  clear(): Promise<void>;
};

export type RebuildOptions = {
  readonly runs: RunStore;
  readonly versions: VersionStore;
  /** What this process makes documents with. */
  readonly fingerprint: FingerprintOf;
  readonly open: (run: RebuildRun, owner: string, pause: () => Promise<void>) => Promise<Attempt>;
  readonly standInIndexes: boolean;
  readonly newId: () => string;
  readonly createBackoff: () => Backoff;
  readonly clock: () => number;
  readonly logger: Logger;
  /** See ANNOUNCE_MS and WITHDRAW_MS. */
  readonly announceMs?: number;
  readonly withdrawMs?: number;
  /** Called every second or so. */
  readonly onProgress: (run: RebuildRun) => void;
};

export type RebuildRequest = {
  readonly models: readonly ReadModelName[];
  readonly graceMs: number;
  readonly acceptDifferences: boolean;
  /** It is meant that documents are made otherwise than those that are read. */
  readonly newFingerprint?: boolean;
  /**
   * The new versions are rendered anew from the slots of those that are read. Without it that is so where the views alone
   * are made otherwise.
   */
  readonly fromSlots?: boolean;
};

export type Rebuild = {
  /**
   * Begins the rebuild, or goes on with it where another process has left it.
   * @returns the run as it ended: `finished`, `refused`, `aborted`, or in the middle when `signal` has stopped it.
   * @throws InvalidError when another rebuild runs or is unfinished, `object_store_missing` when objects of the versions
   *   before would be left behind, and `fingerprint_differs` when this process makes documents otherwise than those that
   *   are read and that is not said to be meant, or otherwise than the process that began the rebuild.
   */
  run(request: RebuildRequest, signal: AbortSignal): Promise<RebuildRun>;
  /** Undoes an unfinished rebuild, or has the process that works on it undo it; null when there is none. */
  abort(): Promise<RebuildRun | null>;
  status(): Promise<RebuildRun | null>;
};

/**
 * A request finds out how fresh its answer is with a pointer that is a second old at most, may wait five seconds for a
 * position, and reads then. Readers know of the next version for longer than that before they use it.
 */
export const ANNOUNCE_MS = 8_000;
/** Until a version that is not to be is neither read nor written any more: readers and projectors look every second. */
export const WITHDRAW_MS = 2_500;
const PAUSE_MS = 100;
/** Several times per lease. */
const KEEP_MS = 2_000;

/** Ends the work of this process; what is stored says how far it came. */
class Interruption extends Error {
  readonly kind: 'abort' | 'stop';
  constructor(kind: 'abort' | 'stop') {
    super(kind);
    this.kind = kind;
  }
}

export function createRebuild(options: RebuildOptions): Rebuild {
  const { runs, versions, fingerprint, clock, logger, announceMs = ANNOUNCE_MS, withdrawMs = WITHDRAW_MS } = options;

  async function newRun({ models, graceMs, fromSlots }: RebuildRequest): Promise<NewRun> {
    const known = await versions.load();
    // Before anything is begun: they are dropped in the end.
    for (const name of models) await versions.assertDroppable(name, known.get(name)?.active ?? 1);
    const rebuilt = models.map((name): RebuiltModel => {
      const model = known.get(name);
      if (model === undefined) throw new InvalidError('read_model_missing', `The read model ${name} was never set up.`);
      // Models that are rebuilt together keep the same version numbers.
      const highest = Math.max(...rebuiltTogether([name]).map((other) => highestVersion(known.get(other))));
      return { name, from: model.active, to: highest + 1 };
    });
    const parts = models.flatMap((name) => partsOf(known, name));
    const isOfViews = parts.length > 0 && parts.every((part) => part === 'views');
    return { runId: options.newId(), models: rebuilt, graceMs, fromSlots: fromSlots === true || isOfViews };
  }

  /** In what this process makes documents otherwise than those that are read. */
  function partsOf(known: ReadonlyMap<ReadModelName, ReadModelVersion>, name: ReadModelName): FingerprintPart[] {
    const model = known.get(name);
    const active = model && activeVersion(model);
    return active === undefined ? [] : differingParts(active, fingerprint(definitionOf(name)));
  }

  /** Either it is meant, or an option was forgotten. Other views are always meant: they come with the code. */
  async function assertMeant({ models, newFingerprint, fromSlots }: RebuildRequest): Promise<void> {
    const known = await versions.load();
    const others = models.flatMap((name) => {
      const parts = partsOf(known, name);
      const otherSlots = parts.filter((part) => part !== 'views');
      if (otherSlots.length > 0) return [`${name}: ${partNames(otherSlots)}`];
      if (parts.length > 0 || fromSlots !== true) return [];
      // A version without a fingerprint: what its slots are made with is not known.
      return otherwiseMade(known, [definitionOf(name)], fingerprint).map(({ difference }) => `${name}: ${difference}`);
    });
    if (others.length === 0 || (newFingerprint === true && fromSlots !== true)) return;
    const how =
      newFingerprint === true
        ? 'The slots cannot be kept: without --from-slots they are made from the log.'
        : 'Give the command the options that the projectors have or will have; if it is meant, add --new-fingerprint.';
    throw new InvalidError(
      'fingerprint_differs',
      `What is read is made otherwise than this command makes it: ${others.join('; ')}. Nothing was begun. ${how}`,
    );
  }

  /** A version is filled with one fingerprint, whichever processes work on it. */
  async function assertBegunWithOwn({ models }: RebuildRun): Promise<void> {
    const known = await versions.load();
    for (const { name, to } of models) {
      const model = known.get(name);
      const begun = model && versionsOf(model).find(({ version }) => version === to);
      const difference = begun?.fingerprint && fingerprintDifference(begun, fingerprint(definitionOf(name)));
      if (!difference) continue;
      throw new InvalidError(
        'fingerprint_differs',
        `The rebuild was begun with another fingerprint: ${name}: ${difference}. Nothing was done. Go on with the command and the options that it was begun with, or abort it.`,
      );
    }
  }

  /** Removes what is stored of dropped versions, once it is not written any more. */
  async function remove(): Promise<void> {
    await sleep(withdrawMs);
    await versions.tidy();
  }

  /**
   * Removes the new versions.
   * @throws InvalidError `rebuild_switched` when readers use one of them already, `object_store_missing` when objects of
   *   theirs would be left behind; then nothing is changed.
   */
  async function undo(run: RebuildRun, owner: string): Promise<RebuildRun> {
    const known = await versions.load();
    if (hasSwitched(run) || run.models.some(({ name, to }) => known.get(name)?.active === to)) {
      throw new InvalidError('rebuild_switched', 'Readers use the new versions already: it can only be finished.');
    }
    for (const { name, to } of run.models) await versions.assertDroppable(name, to);
    await kept(owner, { phase: 'aborting' });
    for (const { name, to } of run.models) await versions.withdraw(name, to);
    await sleep(withdrawMs);
    const attempt = await options.open(run, owner, async () => undefined);
    for (const { name, to } of run.models) {
      // Registered first: one that was never begun is remembered as dropped, so that its number is not used again.
      await versions.register(name, to, fingerprint(definitionOf(name)));
      await versions.drop(name, to);
    }
    await remove();
    await attempt.clear();
    return await kept(owner, { phase: 'aborted', progress: null });
  }

  async function kept(owner: string, fields: Parameters<RunStore['keep']>[1]): Promise<RebuildRun> {
    const run = await runs.keep(owner, fields);
    if (run === null) throw new FatalError('rebuild_lease_lost', 'Another process works on this rebuild.');
    return run;
  }

  /** One process's work on a run, from taking it to leaving it. */
  async function work(
    taken: RebuildRun,
    owner: string,
    { request, signal }: { readonly request: RebuildRequest; readonly signal: AbortSignal },
  ): Promise<RebuildRun> {
    let run = taken;
    let interrupted: Error | null = null;
    const leaving = new AbortController();
    const meter = progressMeter(() => clock());

    const guard = () => {
      if (signal.aborted) throw new Interruption('stop');
      if (interrupted !== null) throw interrupted;
      const trouble = attempt.replay.trouble();
      if (trouble !== null) throw new FatalError('rebuild_stopped', `The log cannot be taken further: ${trouble}.`);
    };
    const pauseFor = async (ms: number) => {
      for (const end = clock() + ms; ; ) {
        guard();
        const left = end - clock();
        if (left <= 0) return;
        await sleep(Math.min(left, PAUSE_MS), signal);
      }
    };
    const attempt = await options.open(run, owner, () => pauseFor(PAUSE_MS));

    /** As often as it takes, while what it needs is away. Everything that is done here may be repeated. */
    async function startWithRetry<T>(step: () => Promise<T>): Promise<T> {
      const backoff = options.createBackoff();
      for (;;) {
        try {
          return await step();
        } catch (error) {
          if (failureKind(error) !== 'retryable') throw error;
          logger.warn({ error }, 'the rebuild waits');
          await pauseFor(backoff.next());
        }
      }
    }

    async function enter(phase: RebuildPhase, fields: Partial<RebuildRun> = {}): Promise<void> {
      run = await startWithRetry(() => kept(owner, { ...fields, phase }));
      logger.info({ phase, models: run.models }, 'rebuild');
      options.onProgress(run);
    }

    /** Says that this process is there, and finds out whether it is still to be. */
    async function keepLease(): Promise<void> {
      while (await sleep(KEEP_MS, leaving.signal)) {
        try {
          // The copied checkpoints say nothing of what is rendered.
          const progress = run.phase === 'rendering' ? null : meter(await attempt.barriers.progress());
          const found = await runs.keep(owner, { progress });
          if (found === null)
            interrupted = new FatalError('rebuild_lease_lost', 'Another process works on this rebuild.');
          else if (found.abortRequested && !hasSwitched(found)) interrupted ??= new Interruption('abort');
          if (found !== null) options.onProgress(found);
        } catch (error) {
          if (failureKind(error) !== 'retryable') interrupted ??= error instanceof Error ? error : new Error('unknown');
        }
      }
    }

    /**
     * Behind the switch: what such a dead letter blocks is trusted again only when readers see what it says. What it says is in
     * the new versions already, but not in those of other models, nor in what others have set aside since.
     */
    async function settle(): Promise<void> {
      const settledLetters = await startWithRetry(() => attempt.settleDeadLetters());
      run = await startWithRetry(() => kept(owner, { settledLetters }));
    }

    async function isRefused(state: 'building' | 'announced'): Promise<boolean> {
      await enter('comparing');
      const comparison = await startWithRetry(() => attempt.compare());
      const isRefused = comparison.different > 0 && !request.acceptDifferences;
      if (isRefused && state === 'announced') {
        for (const { name, to } of run.models) await startWithRetry(() => versions.withdraw(name, to));
      }
      await enter(isRefused ? 'refused' : 'announced', { comparison });
      return isRefused;
    }

    /** Each batch of documents is stored as done: whichever process goes on begins behind it. */
    async function render(): Promise<void> {
      if (run.renderedUpTo?.models === run.models.length) return;
      await enter('rendering');
      await startWithRetry(() =>
        attempt.renderFromSlots(run.renderedUpTo ?? null, async (renderedUpTo) => {
          run = await kept(owner, { renderedUpTo });
        }),
      );
    }

    async function build(): Promise<'refused' | 'switched'> {
      await enter('replaying');
      await startWithRetry(() => attempt.barriers.rebuiltPasses());
      await enter('indexing');
      const { standInIndexes } = options;
      for (const { name, to } of run.models) await startWithRetry(() => versions.index(name, to, { standInIndexes }));
      await enter('deriving');
      await startWithRetry(() => attempt.barriers.rebuiltPasses());
      await startWithRetry(() => attempt.derive());
      const discarded = await startWithRetry(() => attempt.deadLettersDiscarded());
      if (await isRefused('building')) return 'refused';
      for (const { name, to } of run.models) await startWithRetry(() => versions.promote(name, to, 'announced'));
      await pauseFor(announceMs);
      await startWithRetry(() => attempt.derive());
      await startWithRetry(() => attempt.adoptDeadLetters());
      await startWithRetry(() => attempt.barriers.rebuiltPasses());
      await startWithRetry(() => attempt.barriers.rebuiltPastRead());
      // An operator's judgement counts until the last moment.
      const isJudged = (await startWithRetry(() => attempt.deadLettersDiscarded())) !== discarded;
      if (isJudged && (await isRefused('announced'))) return 'refused';
      guard();
      for (const { name, to } of run.models) await startWithRetry(() => versions.promote(name, to, 'active'));
      await enter('tailing', { switchedAt: clock() });
      return 'switched';
    }

    const keeping = keepLease();
    try {
      const { standInIndexes } = options;
      if (!hasSwitched(run)) {
        for (const { name, to } of run.models) {
          await startWithRetry(() => versions.register(name, to, fingerprint(definitionOf(name))));
          await startWithRetry(() => versions.prepare(name, to, { standInIndexes }));
        }
      }
      if (run.phase !== 'dropping') {
        if (!hasSwitched(run) && run.fromSlots === true) await render();
        await startWithRetry(() => attempt.replay.start());
        if (!hasSwitched(run) && (await build()) === 'refused') return run;
        // Until the versions before are not read any more.
        await pauseFor((run.switchedAt ?? 0) + withdrawMs - clock());
        await settle();
        await pauseFor((run.switchedAt ?? 0) + run.graceMs - clock());
        // What projectors of the build before have set aside since then.
        await settle();
        await attempt.replay.stop();
      }
      await enter('dropping');
      for (const { name, from } of run.models) await startWithRetry(() => versions.drop(name, from));
      await startWithRetry(remove);
      await startWithRetry(() => attempt.clear());
      await enter('finished', { progress: null });
      return run;
    } catch (error) {
      if (!(error instanceof Interruption)) throw error;
      if (error.kind === 'stop') return run;
      await attempt.replay.stop();
      return await undo(run, owner);
    } finally {
      leaving.abort();
      await keeping;
      await attempt.replay.stop();
    }
  }

  return {
    async run(request, signal) {
      const owner = options.newId();
      const together = rebuiltTogether(request.models);
      const wanted = together.toSorted().join();
      const last = await runs.load();
      if (last === null || hasEnded(last)) await assertMeant({ ...request, models: together });
      const run = await runs.take(owner, await newRun({ ...request, models: together }), ({ models }) => {
        return (
          models
            .map(({ name }) => name)
            .toSorted()
            .join() === wanted
        );
      });
      try {
        if (run.abortRequested || run.phase === 'aborting') return await undo(run, owner);
        if (run.phase !== 'dropping') await assertBegunWithOwn(run);
        return await work(run, owner, { request, signal });
      } finally {
        await runs.release(owner);
      }
    },

    async abort() {
      const run = await runs.requestAbort();
      if (run === null || (run.owner !== null && run.leaseUntil > clock())) return run;
      const owner = options.newId();
      try {
        return await undo(await runs.takeOver(owner, run), owner);
      } finally {
        await runs.release(owner);
      }
    },

    status: runs.load,
  };
}

function highestVersion(model: ReadModelVersion | undefined): number {
  return Math.max(model?.active ?? 0, ...(model?.versions ?? []).map(({ version }) => version));
}
