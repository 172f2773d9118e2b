import type { Projector } from './composition-root.ts';

/** Runs projectors, one after the other: a projector writes one generation, and ends when that is dropped. */
export function succession(create: () => Projector): Pick<Projector, 'start' | 'stop' | 'adminPort'> {
  let current = create();
  let stopping = false;

  async function succeed(): Promise<void> {
    for (;;) {
      await current.dropped;
      if (stopping) return;
      await current.stop();
      if (stopping) return;
      current = create();
      await current.start().catch((error: unknown) => {
        // A start that is stopped fails.
        if (!stopping) throw error;
      });
    }
  }

  return {
    async start() {
      await current.start();
      // Never rejects for a server that is away; a bug ends the process.
      void succeed();
    },
    async stop() {
      stopping = true;
      await current.stop();
    },
    adminPort: () => current.adminPort(),
  };
}
