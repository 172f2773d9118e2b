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

export type LifecycleOptions = {
  readonly logger: Logger;
  /** How long one component may take to stop. */
  readonly stopTimeoutMs: number;
  /** How long all of them may take together; by default each has its own time, whatever the others took. */
  readonly stopAllWithinMs?: number;
};

export function createLifecycle(
  components: readonly Component[],
  { logger, stopTimeoutMs, stopAllWithinMs = Number.POSITIVE_INFINITY }: LifecycleOptions,
): Lifecycle {
  const started: Component[] = [];
  let stopping: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    const deadline = performance.now() + stopAllWithinMs;
    for (let component = started.pop(); component !== undefined; component = started.pop()) {
      // Who comes after the deadline is told to stop all the same, and is not waited for.
      await stopOne(component, Math.max(0, Math.min(stopTimeoutMs, deadline - performance.now())));
    }
  }

  async function stopOne(component: Component, limitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, limitMs, 'late');
    });
    try {
      if ((await Promise.race([component.stop(), late])) === 'late') {
        logger.warn({ component: component.name, limitMs: Math.round(limitMs) }, 'component did not stop in time');
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

/**
 * Resolves with the name of the first termination signal that the process receives. Later ones change nothing: a stop
 * has its limit, and whoever sends twice (a supervisor and a terminal, say) must not cut it short. SIGKILL does.
 */
export function terminationSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
  });
}
