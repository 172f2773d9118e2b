/**
 * One Ctrl-C can reach us more than once: from the terminal, from npm and from the bootstrap. What follows within this
 * time is the same one.
 */
const SAME_INTERRUPTION_MS = 1_000;

/** Calls `force` at a second Ctrl-C, which asks for an end without waiting. */
export function onRepeatedInterruption({ now, force }: { now: () => number; force: () => void }): void {
  let firstAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      firstAt ??= now();
      if (now() - firstAt > SAME_INTERRUPTION_MS) force();
    });
  }
}
