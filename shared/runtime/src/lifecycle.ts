import type { Logger } from './logger.ts';

/** Something with a life: started in order, stopped in reverse. */
export type Component = {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
};

export type Lifecycle = {
  /** Starts every component in order; when one fails, those already started are stopped and the error is thrown. */
  start(): Promise<void>;
  /** Stops in reverse order. A component that fails or takes too long is logged and passed over. Safe to call twice. */
  stop(): Promise<void>;
};

export function createLifecycle(
  components: readonly Component[],
  { logger, stopTimeoutMs }: { readonly logger: Logger; readonly stopTimeoutMs: number },
): Lifecycle {
  const started: Component[] = [];
  let stopping: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    for (let component = started.pop(); component !== undefined; component = started.pop()) {
      await stopOne(component);
    }
  }

  async function stopOne(component: Component): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, stopTimeoutMs, 'late');
    });
    try {
      if ((await Promise.race([component.stop(), late])) === 'late') {
        logger.warn({ component: component.name, stopTimeoutMs }, 'component did not stop in time');
      }
    } catch (error) {
      logger.error({ component: component.name, error }, 'component failed to stop');
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async start() {
      for (const component of components) {
        try {
          await component.start();
          started.push(component);
        } catch (error) {
          logger.error({ component: component.name, error }, 'component failed to start');
          await stopAll();
          throw error;
        }
      }
    },
    stop() {
      stopping ??= stopAll();
      return stopping;
    },
  };
}

/** Resolves with the name of the first termination signal that the process receives. */
export function terminationSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
}
