import { RetryableError } from '@fundlens/runtime/errors';
import type { VersionWork } from '@fundlens/projection/versions/per-version';

/** A report is rendered by one thread; what need not be rendered is quick. */
const AT_ONCE = 4;
/** Looked up at a time. */
const KEYS = 500;

/**
 * Does what is due because of events before the call, however much comes in meanwhile.
 * @param pause waits a moment; throws when there is nothing to wait for any more.
 */
export async function settle(
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

/** What is not done now is still due, and found in the next round. */
async function orLater(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error;
  }
}
