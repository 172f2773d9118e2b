import { sleep } from './backoff.ts';
import type { ConfiguredServer } from './configured-servers.ts';
import { explained } from './connection-advice.ts';
import { within } from './deadline.ts';
import type { Logger } from './logger.ts';

/** A part of a process: started in order, stopped in reverse. */
export type Component = {
  readonly name: string;
  /** The one that its start needs: a start that fails because of it ends with a sentence that says what to do. */
  readonly server?: ConfiguredServer;
  start(): Promise<void>;
  stop(): Promise<void>;
};

export type Lifecycle = {
  /** Starts every component in order; when one fails, those already started are stopped and the error is thrown. */
  start(): Promise<void>;
  /** Leaves, drains, and stops in reverse order. A component that fails or takes too long is logged and skipped. Idempotent. */
  stop(): Promise<void>;
};

export type LifecycleOptions = {
  readonly logger: Logger;
  /** Time limit for each component. */
  readonly stopTimeoutMs: number;
  /** Instead: time limit for all of them together. */
  readonly stopAllWithinMs?: number | undefined;
  /** Told to stop: from now on it is not ready, so that others get what comes. */
  readonly leave?: (() => void) | undefined;
  /** How long it goes on after that, if it has started. */
  readonly drainMs?: number | undefined;
  /** Aborted when the components are to stop, so that none waits any longer for its server. */
  readonly stopping?: AbortController;
};

export function createLifecycle(
  components: readonly Component[],
  { logger, stopTimeoutMs, stopAllWithinMs, leave, drainMs = 0, stopping }: LifecycleOptions,
): Lifecycle {
  const started: Component[] = [];
  let stopped: Promise<void> | undefined;

  async function leaveAndStop(): Promise<void> {
    leave?.();
    if (started.length === components.length) await sleep(drainMs);
    stopping?.abort();
    await stopAll();
  }

  async function stopAll(): Promise<void> {
    const begun = performance.now();
    for (let component = started.pop(); component !== undefined; component = started.pop()) {
      const limitMs = stopAllWithinMs === undefined ? stopTimeoutMs : begun + stopAllWithinMs - performance.now();
      // After the deadline a component is still stopped, without waiting for it.
      await stopOne(component, Math.max(0, limitMs));
    }
  }

  async function stopOne(component: Component, limitMs: number): Promise<void> {
    const late = new Error('The component is late.');
    try {
      await within(limitMs, component.stop(), () => late);
    } catch (error) {
      if (error === late) {
        logger.warn({ component: component.name, limitMs: Math.round(limitMs) }, 'component did not stop in time');
      } else logger.error({ component: component.name, error }, 'component failed to stop');
    }
  }

  return {
    async start() {
      for (const component of components) {
        try {
          await component.start();
          started.push(component);
        } catch (failure) {
          const { name, server } = component;
          const error = server === undefined ? failure : explained(server, failure);
          logger.error({ component: name, error }, 'component failed to start');
          await stopAll();
          throw error;
        }
      }
    },
    stop() {
      stopped ??= leaveAndStop();
      return stopped;
    },
  };
}

/**
 * Resolves with the name of the first termination signal. Later ones are ignored: the stop has a time limit, and a second
 * signal (e.g. of a supervisor beside a terminal) must not cut it short. SIGKILL does.
 */
export function terminationSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
  });
}
