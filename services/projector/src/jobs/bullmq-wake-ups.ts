import { setTimeout as delay } from 'node:timers/promises';
import { sleep } from '@fundlens/runtime/backoff';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { Queue, Worker } from 'bullmq';
import type { RedisBehaviour, RedisClient } from '@fundlens/redis-client/redis-client';
import type { EnqueueWakeUps, WakeUpWork, WakeUpOutcome } from './wake-ups.ts';

/** Keys of one work that wait for Redis; the sweeper finds those beyond. */
const MAX_WAITING = 10_000;
/** Jobs of one round trip. */
const MAX_ENQUEUED_AT_ONCE = 1_000;
/** Limits the wait for a Redis that takes commands and does not respond. */
const COMMAND_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 2_000;
const CONNECT_AGAIN_MS = 1_000;
/** A stop waits this long for running jobs; another process may repeat them. */
const STOP_GRACE_MS = 5_000;

type BullmqWakeUpsOptions = {
  /** Makes a client of the Redis server. */
  readonly connect: (behaviour: RedisBehaviour) => RedisClient;
  /** Beginning of every key in Redis. */
  readonly keyPrefix: string;
  /** Told apart from the same work of others; asked at the start. */
  readonly suffix: () => string;
  readonly onOutcome: (work: string, outcome: WakeUpOutcome, count: number) => void;
  readonly logger: Logger;
};

export type BullmqWakeUps = Component & {
  /** To be called before the start. */
  take(work: WakeUpWork): EnqueueWakeUps;
};

/** Wake-ups as BullMQ jobs, which any projector process may take. */
export function createBullmqWakeUps(options: BullmqWakeUpsOptions): BullmqWakeUps {
  const channels: Channel[] = [];
  return {
    name: 'wake-ups',
    take(work) {
      const channel = new Channel(work, options);
      channels.push(channel);
      return channel.enqueue;
    },
    async start() {
      for (const channel of channels) channel.start();
    },
    async stop() {
      await Promise.all(channels.map((channel) => channel.stop()));
    },
  };
}

type Connected = {
  readonly queue: Queue;
  readonly worker: Worker;
  readonly clients: readonly [enqueuing: RedisClient, taking: RedisClient];
};

/** The queue of one kind of work, and the worker that takes its jobs. */
class Channel {
  readonly #work: WakeUpWork;
  readonly #options: BullmqWakeUpsOptions;
  readonly #stopping = new AbortController();
  readonly #waiting = new Set<string>();
  #connected: Connected | undefined;
  #running: Promise<void> = Promise.resolve();
  #enqueuing = false;

  constructor(work: WakeUpWork, options: BullmqWakeUpsOptions) {
    this.#work = work;
    this.#options = options;
  }

  readonly enqueue: EnqueueWakeUps = (keys) => {
    let lost = 0;
    for (const key of keys) {
      if (this.#waiting.size < MAX_WAITING || this.#waiting.has(key)) this.#waiting.add(key);
      else lost += 1;
    }
    if (lost > 0) this.#options.onOutcome(this.#work.name, 'lost', lost);
    if (this.#connected !== undefined) void this.#enqueueWaiting(this.#connected.queue);
  };

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    if (this.#connected !== undefined) await close(this.#connected);
  }

  #open(): Connected {
    const { connect, keyPrefix, suffix, onOutcome, logger } = this.#options;
    const { name, work, concurrency } = this.#work;
    const retryStrategy = (attempt: number) => Math.min(50 * attempt, CONNECT_AGAIN_MS);
    const shared = { connectTimeout: CONNECT_TIMEOUT_MS, retryStrategy };
    const clients: Connected['clients'] = [
      connect({ ...shared, maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: COMMAND_TIMEOUT_MS }),
      // BullMQ waits for jobs with commands that block.
      connect({ ...shared, maxRetriesPerRequest: null, enableOfflineQueue: true }),
    ];
    const queueName = `${name}-${suffix()}`;
    const queue = new Queue(queueName, { connection: clients[0], prefix: keyPrefix });
    const worker = new Worker(queueName, (job) => work(String(job.data)), {
      connection: clients[1],
      prefix: keyPrefix,
      concurrency,
    });
    // Without listeners Node prints connection errors or ends the process. The metrics count lost wake-ups.
    const onError = (error: unknown) => logger.debug({ work: name, error }, 'redis of the wake-ups failed');
    for (const client of clients) client.on('error', onError);
    queue.on('error', onError);
    worker.on('error', onError);
    worker.on('completed', () => onOutcome(name, 'done', 1));
    worker.on('failed', (_job, error) => {
      onOutcome(name, 'failed', 1);
      logger.warn({ work: name, error }, 'woken work failed and is left to the sweeper');
    });
    return { queue, worker, clients };
  }

  /** BullMQ does not reconnect when the connection is lost during its first commands: then all clients are replaced. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const opened = this.#open();
      try {
        await Promise.race([
          Promise.all([opened.queue.waitUntilReady(), opened.worker.waitUntilReady()]),
          aborted(signal),
        ]);
        if (signal.aborted) return await close(opened);
        this.#connected = opened;
        void this.#enqueueWaiting(opened.queue);
        return;
      } catch (error) {
        this.#options.logger.debug({ work: this.#work.name, error }, 'no wake-ups yet');
        await close(opened);
        await sleep(CONNECT_AGAIN_MS, signal);
      }
    }
  }

  async #enqueueWaiting(queue: Queue): Promise<void> {
    const { onOutcome, logger } = this.#options;
    const { name } = this.#work;
    if (this.#enqueuing) return;
    this.#enqueuing = true;
    while (this.#waiting.size > 0 && !this.#stopping.signal.aborted) {
      const keys = [...this.#waiting].slice(0, MAX_ENQUEUED_AT_ONCE);
      for (const key of keys) this.#waiting.delete(key);
      try {
        await queue.addBulk(keys.map((key) => jobOf(this.#work, key)));
        onOutcome(name, 'given', keys.length);
      } catch (error) {
        onOutcome(name, 'lost', keys.length);
        logger.debug({ work: name, error }, 'wake-ups are lost');
      }
    }
    this.#enqueuing = false;
  }
}

function jobOf({ name, gatherMs, first }: WakeUpWork, key: string) {
  return {
    name,
    data: key,
    opts: {
      delay: gatherMs,
      lifo: first === 'newest',
      deduplication: { id: key, keepLastIfActive: true },
      removeOnComplete: true,
      removeOnFail: true,
    },
  };
}

/** Ends by closing the connections, whether or not Redis responds. */
async function close({ queue, worker, clients }: Connected): Promise<void> {
  const closing = Promise.allSettled([worker.close(), queue.close()]);
  const graceMs = clients[1].status === 'ready' ? STOP_GRACE_MS : 0;
  await Promise.race([closing, delay(graceMs, undefined, { ref: false })]);
  for (const client of clients) client.disconnect();
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
