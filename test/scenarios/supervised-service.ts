import type { ServiceProcess } from '../harness/service-process.ts';

/** A service that is started again whenever it has ended, as an orchestrator does. */
export type SupervisedService = {
  /** Process number; undefined while none runs. */
  pid(): number | undefined;
  /** Ends it like a power cut; nothing starts it again before `restart`. */
  kill(): Promise<void>;
  /** Asks it to end; resolves with its exit status. Nothing starts it again before `restart`. */
  terminate(): Promise<number | null>;
  /** Resolves when it is ready, however many attempts that takes. */
  restart(): Promise<void>;
};

export type SupervisedOptions = {
  readonly name: string;
  /** Starts it and resolves when it is ready. */
  readonly start: () => Promise<ServiceProcess>;
  /** Told when it ended without having been asked, or did not become ready; it is started again. */
  readonly report: (line: string) => void;
  /** No further start is tried afterwards. */
  readonly signal: AbortSignal;
};

export async function superviseService(options: SupervisedOptions): Promise<SupervisedService> {
  const { name, start, report, signal } = options;
  let current: ServiceProcess | undefined;

  async function untilStarted(): Promise<void> {
    while (!signal.aborted) {
      try {
        const started = await start();
        current = started;
        void started.exited.then((status) => {
          if (current !== started) return;
          current = undefined;
          report(`${name} ended by itself with status ${status ?? 'of a signal'}`);
          void untilStarted();
        });
        return;
      } catch (error) {
        report(`${name} did not become ready: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  async function end(how: (service: ServiceProcess) => Promise<number | null>): Promise<number | null> {
    const ended = current;
    current = undefined;
    return ended === undefined ? null : await how(ended);
  }

  await untilStarted();
  return {
    pid: () => current?.pid,
    async kill() {
      await end(async (service) => {
        await service.kill();
        return null;
      });
    },
    terminate: () => end((service) => service.stop()),
    restart: untilStarted,
  };
}
