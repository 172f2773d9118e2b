import { type Backoff, sleep } from '@fundlens/runtime/backoff';
import { FatalError, failureCode, failureKind } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import type { PartitionHealth } from '@fundlens/projection/health/partition-health';

type StartWithRetryOptions = {
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
  readonly createBackoff: () => Backoff;
  readonly partitionHealth: PartitionHealth;
  readonly logger: Logger;
};

/** Retries a start until the server it needs is available, and shows that in health, instead of ending the process. */
export function startWithRetry(component: Component, options: StartWithRetryOptions): Component {
  const { stopping, createBackoff, partitionHealth, logger } = options;
  const { name } = component;
  return {
    name,
    stop: () => component.stop(),
    async start() {
      const backoff = createBackoff();
      partitionHealth.setPart(name, 'starting');
      for (;;) {
        try {
          await Promise.race([component.start(), stopped(stopping)]);
          partitionHealth.setPart(name, null);
          return;
        } catch (error) {
          if (failureKind(error) !== 'retryable') throw error;
          partitionHealth.setPart(name, failureCode(error));
          logger.warn({ component: name, error }, 'not available yet');
          if (!(await sleep(backoff.next(), stopping))) throw stoppedWhileStarting();
        }
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
