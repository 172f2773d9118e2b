/** Bounds memory; beyond it the credential counted longest ago starts a new window. */
const MAX_CREDENTIALS = 50_000;

type Window = { readonly used: number; readonly endsAt: number };

/** The windows as this process knows them: they go on while Redis is away. Times are monotonic. */
export type LocalWindows = {
  /** Takes over the latest state of Redis. */
  note(credentialId: string, window: { used: number; resetsInMs: number }): void;
  read(credentialId: string): { used: number; resetsInMs: number };
  /** Counts one request that was admitted here. */
  spend(credentialId: string): void;
};

export function createLocalWindows(options: { windowMs: number; monotonic: () => number }): LocalWindows {
  const { windowMs, monotonic } = options;
  const windows = new Map<string, Window>();

  function keep(credentialId: string, window: Window): void {
    windows.delete(credentialId);
    windows.set(credentialId, window);
    if (windows.size <= MAX_CREDENTIALS) return;
    const oldest = windows.keys().next();
    if (!oldest.done) windows.delete(oldest.value);
  }

  function current(credentialId: string, now: number): Window {
    const window = windows.get(credentialId);
    return window !== undefined && window.endsAt > now ? window : { used: 0, endsAt: now + windowMs };
  }

  return {
    note(credentialId, { used, resetsInMs }) {
      keep(credentialId, { used, endsAt: monotonic() + resetsInMs });
    },
    read(credentialId) {
      const now = monotonic();
      const { used, endsAt } = current(credentialId, now);
      return { used, resetsInMs: Math.ceil(endsAt - now) };
    },
    spend(credentialId) {
      const { used, endsAt } = current(credentialId, monotonic());
      keep(credentialId, { used: used + 1, endsAt });
    },
  };
}
