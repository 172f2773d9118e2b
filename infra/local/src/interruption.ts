/**
 * Aborted once when this program is asked to end: by Ctrl-C, by a terminal that closes, by a supervisor's SIGTERM, or by
 * the death of the bootstrap that started it (its channel closes then, even after `kill -9`). Later signals change nothing.
 */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, abort);
  process.once('disconnect', abort);
  // Listening for it must not be what keeps this program alive.
  process.channel?.unref();
  return controller.signal;
}

/**
 * One Ctrl-C can reach us more than once: from the terminal, from npm and from the bootstrap. What follows within this
 * time is the same one.
 */
const SAME_INTERRUPTION_MS = 1_000;

/** Calls `force` at a second Ctrl-C, which asks for an end without waiting. */
export function onRepeatedInterruption(force: () => void): void {
  let firstAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      firstAt ??= Date.now();
      if (Date.now() - firstAt > SAME_INTERRUPTION_MS) force();
    });
  }
}
