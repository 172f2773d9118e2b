import { type Backoff, sleep } from './backoff.ts';
import { isDistrusted } from './connection-advice.ts';
import { FatalError, failureCode, failureKind } from './errors.ts';
import type { Component } from './lifecycle.ts';
import type { ServerTroubles } from './server-troubles.ts';

type StartWithRetryOptions = {
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
  readonly createBackoff: () => Backoff;
  /** @param trouble a reason code, `starting` until the first attempt ends; null: it works */
  readonly setHealth: (part: string, trouble: string | null) => void;
  /** Of the server that the part needs. */
  readonly troubles: ServerTroubles;
};

/** Above the time limits of clients that say why; KafkaJS retries by itself, for ever. */
const SILENT_AFTER_MS = 10_000;

/**
 * Retries a start until the server it needs is available, and shows that in health, instead of ending the process. What no
 * waiting cures ends it: a login, a right or a certificate.
 */
export function startWithRetry(component: Component, options: StartWithRetryOptions): Component {
  const { stopping, createBackoff, setHealth, troubles } = options;
  const { name } = component;
  return {
    name,
    stop: () => component.stop(),
    async start() {
      const backoff = createBackoff();
      setHealth(name, 'starting');
      const silence = setTimeout(troubles.silent, SILENT_AFTER_MS).unref();
      try {
        for (;;) {
          try {
            await Promise.race([component.start(), stopped(stopping)]);
            setHealth(name, null);
            troubles.over();
            return;
          } catch (error) {
            if (failureKind(error) !== 'retryable' || isDistrusted(error)) throw troubles.explained(error);
            setHealth(name, failureCode(error));
            troubles.seen(error);
            if (!(await sleep(backoff.next(), stopping))) throw stoppedWhileStarting();
          }
        }
      } finally {
        clearTimeout(silence);
      }
    },
  };
}

/** A start that fails ends with a sentence that says what to do, where there is one. */
export function startWithAdvice(component: Component, troubles: Pick<ServerTroubles, 'explained'>): Component {
  return {
    name: component.name,
    stop: () => component.stop(),
    async start() {
      try {
        await component.start();
      } catch (error) {
        throw troubles.explained(error);
      }
    },
  };
}

function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(stoppedWhileStarting());
    signal.addEventListener('abort', () => reject(stoppedWhileStarting()), { once: true });
  });
}

function stoppedWhileStarting(): FatalError {
  return new FatalError('stopped_while_starting', 'The process was stopped before it had started.');
}
