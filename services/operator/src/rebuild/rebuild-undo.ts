import { definitionOf } from '@fundlens/read-models/definitions';
import { sleep } from '@fundlens/runtime/backoff';
import { InvalidError } from '@fundlens/runtime/errors';
import { type RebuildOptions, WITHDRAW_MS } from './rebuild-ports.ts';
import { hasSwitched, type RebuildRun } from '@fundlens/read-models/rebuild-run';
import { keepLease } from './run-store.ts';

/**
 * Removes the new versions.
 * @throws InvalidError `rebuild_switched` when readers use one of them already; then nothing is changed.
 */
export async function undoRebuild(options: RebuildOptions, run: RebuildRun, owner: string): Promise<RebuildRun> {
  const { runs, versions, fingerprint, withdrawMs = WITHDRAW_MS } = options;
  const known = await versions.load();
  if (hasSwitched(run) || run.models.some(({ name, to }) => known.get(name)?.active === to)) {
    throw new InvalidError('rebuild_switched', 'Readers use the new versions already: it can only be finished.');
  }
  await keepLease(runs, owner, { phase: 'aborting' });
  for (const { name, to } of run.models) await versions.withdraw(name, to);
  await sleep(withdrawMs);
  const attempt = await options.open(run, owner, async () => undefined);
  for (const { name, to } of run.models) {
    // A version that was never begun is registered and dropped, so that its number is not used again.
    await versions.register(name, to, fingerprint(definitionOf(name)));
    await versions.drop(name, to);
  }
  await removeDropped(options);
  await attempt.clear();
  return await keepLease(runs, owner, { phase: 'aborted', progress: null });
}

/** Removes the collections of dropped versions, once no process writes them. */
export async function removeDropped({
  versions,
  withdrawMs = WITHDRAW_MS,
}: Pick<RebuildOptions, 'versions' | 'withdrawMs'>): Promise<void> {
  await sleep(withdrawMs);
  await versions.tidy();
}
