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

  async function restart(): Promise<void> {
    while (!signal.aborted) {
      try {
        const started = await start();
        current = started;
        void started.exited.then((status) => {
          if (current !== started) return;
          report(`${name} ended by itself with status ${status ?? 'of a signal'}`);
          taken();
          void restart();
        });
        return;
      } catch (error) {
        report(`${name} did not become ready: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
      }
    }
  }

  /** From now on nobody but the caller has to do with it. */
  function taken(): ServiceProcess | undefined {
    const service = current;
    current = undefined;
    return service;
  }

  await restart();
  return {
    pid: () => current?.pid,
    kill: async () => await taken()?.kill(),
    terminate: async () => (await taken()?.stop()) ?? null,
    restart,
  };
}
