import { type Backoff, sleep } from '@fundlens/runtime/backoff';
import { FatalError, failureKind } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { ServerTroubles } from '@fundlens/runtime/server-troubles';
import type { PartHealth } from './part-health.ts';

type StartWithRetryOptions = {
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
  readonly backoff: Backoff;
  readonly health: PartHealth;
  /** Of the server that the part needs. */
  readonly troubles: ServerTroubles;
};

/** Retries a start until the server is available; webhooks are answered with 429 meanwhile. */
export function startWithRetry(
  part: Component,
  { stopping, backoff, health, troubles }: StartWithRetryOptions,
): Component {
  return {
    name: part.name,
    stop: () => part.stop(),
    async start() {
      for (;;) {
        try {
          await health.watch(part.name, () => part.start());
          troubles.over();
          return;
        } catch (error) {
          if (failureKind(error) !== 'retryable') throw troubles.explained(error);
          troubles.seen(error);
          if (await sleep(backoff.next(), stopping)) continue;
          throw new FatalError('stopped_while_starting', 'The process was stopped before it had started.');
        }
      }
    },
  };
}
