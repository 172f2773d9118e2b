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
