import { FatalError, InvalidError } from '@fundlens/runtime/errors';
import type { Collection, Db } from 'mongodb';
import { mapMongoErrors, isDuplicateKey } from '@fundlens/runtime/mongodb-errors';
import { hasEnded, hasSwitched, REBUILD_ID, REBUILDS, type RebuildRun } from '@fundlens/read-models/rebuild-run';

/** A process that does not renew its lease for this long loses its rebuild to the process that resumes it. */
const LEASE_MS = 15_000;

export type NewRun = Pick<RebuildRun, 'runId' | 'models' | 'graceMs'> & { readonly fromSlots: boolean };

export type RunStore = {
  /** The last rebuild, ended or not; null when there was none. */
  load(): Promise<RebuildRun | null>;
  /**
   * Begins `run`, or continues an unfinished run that no process works on.
   * @param same whether the unfinished run is the requested one.
   * @throws InvalidError `rebuild_running` while another process works on a run, `rebuild_unfinished` when the unfinished
   *   run is another one.
   */
  take(owner: string, run: NewRun, same: (unfinished: RebuildRun) => boolean): Promise<RebuildRun>;
  /** Takes an unfinished run to end it. @throws InvalidError `rebuild_running` */
  takeOver(owner: string, run: RebuildRun): Promise<RebuildRun>;
  /** Extends the lease and writes `fields`; null when the lease is lost. */
  keep(owner: string, fields: Partial<Omit<RebuildRun, '_id' | 'runId' | 'owner'>>): Promise<RebuildRun | null>;
  release(owner: string): Promise<void>;
  /** Asks the process that works on the run to undo it. @throws InvalidError `rebuild_switched` */
  requestAbort(): Promise<RebuildRun | null>;
};

/** `db` must read and write with majority concern: see composition-root. `clock`: epoch milliseconds. */
export function createRunStore(db: Db, clock: () => number): RunStore {
  const runs = db.collection<RebuildRun>(REBUILDS);
  const load = () => mapMongoErrors(() => runs.findOne({ _id: REBUILD_ID }));
  const leased = () => ({ leaseUntil: clock() + LEASE_MS });

  async function takeOver(owner: string, run: RebuildRun): Promise<RebuildRun> {
    if (isLeased(run, clock())) throw running();
    const { runId, owner: before, leaseUntil } = run;
    const lease = { owner, ...leased() };
    const { matchedCount } = await mapMongoErrors(() =>
      runs.updateOne({ _id: REBUILD_ID, runId, owner: before, leaseUntil }, { $set: lease }),
    );
    if (matchedCount === 0) throw running();
    return { ...run, ...lease };
  }

  return {
    load,

    async take(owner, run, same) {
      const present = await load();
      if (present === null || hasEnded(present)) return await begin(runs, newRun(owner, run, clock()), present);
      if (isLeased(present, clock())) throw running();
      if (!same(present)) {
        throw new InvalidError('rebuild_unfinished', 'Another rebuild is unfinished: resume or abort it first.');
      }
      return await takeOver(owner, present);
    },

    takeOver,

    async keep(owner, fields) {
      const change = { ...fields, ...leased() };
      const { matchedCount } = await mapMongoErrors(() => runs.updateOne({ _id: REBUILD_ID, owner }, { $set: change }));
      return matchedCount === 0 ? null : await load();
    },

    async release(owner) {
      await mapMongoErrors(() => runs.updateOne({ _id: REBUILD_ID, owner }, { $set: { owner: null, leaseUntil: 0 } }));
    },

    async requestAbort() {
      const run = await load();
      if (run === null || hasEnded(run)) return null;
      if (hasSwitched(run)) {
        throw new InvalidError('rebuild_switched', 'Readers use the new versions already: it can only be finished.');
      }
      await mapMongoErrors(() =>
        runs.updateOne({ _id: REBUILD_ID, runId: run.runId }, { $set: { abortRequested: true } }),
      );
      return run;
    },
  };
}

/** Extends the lease and writes `fields`. @throws FatalError `rebuild_lease_lost` */
export async function keepLease(
  runs: Pick<RunStore, 'keep'>,
  owner: string,
  fields: Parameters<RunStore['keep']>[1],
): Promise<RebuildRun> {
  const run = await runs.keep(owner, fields);
  if (run === null) throw new FatalError('rebuild_lease_lost', 'Another process works on this rebuild.');
  return run;
}

/** Whether a process works on the run. */
export function isLeased({ owner, leaseUntil }: RebuildRun, now: number): boolean {
  return owner !== null && leaseUntil > now;
}

function newRun(owner: string, { runId, models, graceMs, fromSlots }: NewRun, now: number): RebuildRun {
  return {
    _id: REBUILD_ID,
    runId,
    models,
    phase: fromSlots ? 'rendering' : 'replaying',
    owner,
    leaseUntil: now + LEASE_MS,
    startedAt: now,
    switchedAt: null,
    graceMs,
    abortRequested: false,
    progress: null,
    comparison: null,
    settledLetters: null,
    fromSlots,
    renderedUpTo: null,
  };
}

/** Stores `run` in place of the one that has ended. @throws InvalidError `rebuild_running` when another process was first. */
async function begin(runs: Collection<RebuildRun>, run: RebuildRun, ended: RebuildRun | null): Promise<RebuildRun> {
  if (ended === null) {
    try {
      await runs.insertOne(run);
    } catch (error) {
      if (isDuplicateKey(error)) throw running();
      await mapMongoErrors(() => Promise.reject(error));
    }
    return run;
  }
  const filter = { _id: REBUILD_ID, runId: ended.runId, phase: ended.phase } as const;
  const { matchedCount } = await mapMongoErrors(() => runs.replaceOne(filter, run, { upsert: false }));
  if (matchedCount === 0) throw running();
  return run;
}

function running(): InvalidError {
  return new InvalidError(
    'rebuild_running',
    'A rebuild is running. The lease of a process that died ends after 15 seconds.',
  );
}
