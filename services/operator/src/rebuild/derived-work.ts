import { createRefresher } from '@fundlens/dashboards/refresher';
import type { WindowStore } from '@fundlens/dashboards/window-store';
import type { VersionWork } from '@fundlens/projection/versions/per-version';
import { dashboardWindows } from '@fundlens/read-models/definitions';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import { createSweeper } from '@fundlens/runtime/sweeper';
import type { RebuiltModel } from '@fundlens/read-models/rebuild-run';

type DerivedWorkOptions = {
  readonly models: readonly RebuiltModel[];
  /** Of one version of the dashboards. */
  readonly windowStoreOf: (version: number) => WindowStore;
  readonly pauseBeforeRound: (round: number) => Promise<void>;
  /** Waits a moment. @throws when the process has to leave the run. */
  readonly pause: () => Promise<void>;
  readonly clock: () => number;
  readonly logger: Logger;
};

/** The derived data of the new versions: dashboards. */
export type DerivedWork = {
  /** Keeps it up to date from now on; resolves when nothing that was due is left. */
  settle(): Promise<void>;
  stop(): Promise<void>;
};

/** Between two sweeps of the new versions. */
const SWEEP_MS = 1_000;

export function createDerivedWork(options: DerivedWorkOptions): DerivedWork {
  const { models, clock, pause, logger } = options;
  let swept = false;

  function dashboardsOf({ to }: RebuiltModel): VersionWork {
    const store = options.windowStoreOf(to);
    const refresh = createRefresher({ ...options, store });
    return { backlog: store.backlog, waiting: store.dirtyLocations, work: (key) => refresh(key) };
  }

  // The other models that dashboards are made from have the same version and are rebuilt with it.
  const works = models.filter(({ name }) => name === dashboardWindows.madeFrom).map(dashboardsOf);
  const sweepers = works.map((work, index) =>
    createSweeper({
      name: `rebuild ${index}`,
      backlog: work.backlog,
      waiting: work.waiting,
      work: (key) => work.work(key, { again: true }),
      intervalMs: SWEEP_MS,
      onSwept: () => undefined,
      onTrouble: () => undefined,
      logger,
    }),
  );

  return {
    async settle() {
      if (!swept) await Promise.all(sweepers.map((sweeper) => sweeper.start()));
      swept = true;
      for (const work of works) await settleWork(work, { clock, pause });
    },
    async stop() {
      if (swept) await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
    },
  };
}

/** They wait for the database. */
const AT_ONCE = 16;
/** Keys of one query. */
const KEYS = 500;

/** Does the work of events before the call, however many arrive meanwhile. */
async function settleWork(
  work: VersionWork,
  { clock, pause }: { readonly clock: () => number; readonly pause: () => Promise<void> },
): Promise<void> {
  const since = clock();
  for (;;) {
    const { documents, dirtySince } = await work.backlog();
    if (documents === 0 || (dirtySince !== null && dirtySince >= since)) return;
    const keys = [...(await work.waiting(KEYS))];
    while (keys.length > 0) {
      await pause();
      await Promise.all(keys.splice(0, AT_ONCE).map((key) => orLater(() => work.work(key, { again: true }))));
    }
    await pause();
  }
}

/** Work that fails with a retryable error stays due, and the next round finds it. */
async function orLater(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error;
  }
}
