import { once } from 'node:events';
import { type Backoff, createBackoff, sleep } from './backoff.ts';
import { isDistrusted } from './connection-advice.ts';
import { FatalError, failureCode, failureKind } from './errors.ts';
import type { Component } from './lifecycle.ts';
import type { Logger } from './logger.ts';
import { createServerTroubles } from './server-troubles.ts';

/** @param trouble a reason code, `starting` until the first attempt ends; null: it works. */
export type SetHealth = (part: string, trouble: string | null) => void;

type StartWithRetryOptions = {
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
  /** Without it the process goes on meanwhile, whatever hinders the start. */
  readonly setHealth?: SetHealth | undefined;
  readonly logger: Logger;
  readonly backoff?: Backoff;
};

/** A short outage is over before anybody notices; in a long one the server is tried every ten seconds. */
const BACKOFF = { initialMs: 200, maxMs: 10_000 };
/** Above the time limits of clients that say why; KafkaJS retries by itself, for ever. */
const SILENT_AFTER_MS = 10_000;

/**
 * Retries a start until the server it needs is available, and shows that in health, instead of ending the process. What no
 * waiting cures ends it: a login, a right or a certificate.
 */
export function startWithRetry(
  component: Component,
  { stopping, setHealth, logger, backoff = createBackoff(BACKOFF) }: StartWithRetryOptions,
): Component {
  const { name, server } = component;
  if (server === undefined) throw new TypeError(`${name} waits for no server`);
  const troubles = createServerTroubles(server, logger);
  const stopped = once(stopping, 'abort').then(() => 'stopped' as const);

  async function start(): Promise<void> {
    setHealth?.(name, 'starting');
    const silence = setTimeout(troubles.silent, SILENT_AFTER_MS).unref();
    try {
      while (!(await attempt())) await sleep(backoff.next(), stopping);
      setHealth?.(name, null);
      troubles.over();
    } finally {
      clearTimeout(silence);
    }
  }

  /** False: there may be another one. */
  async function attempt(): Promise<boolean> {
    try {
      stopping.throwIfAborted();
      if ((await Promise.race([component.start(), stopped])) === 'stopped') stopping.throwIfAborted();
      return true;
    } catch (error) {
      if (stopping.aborted)
        throw new FatalError('stopped_while_starting', 'The process was stopped before it had started.');
      if (setHealth !== undefined && (failureKind(error) !== 'retryable' || isDistrusted(error))) throw error;
      setHealth?.(name, failureCode(error));
      troubles.seen(error);
      return false;
    }
  }

  return {
    name,
    server,
    stop: () => component.stop(),
    async start() {
      if (setHealth !== undefined) await start();
      // What ends it is the stop of the process.
      else void start().catch(() => undefined);
    },
  };
}
