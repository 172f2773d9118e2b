import { setTimeout as delay } from 'node:timers/promises';
import { sleep } from '@fundlens/runtime/backoff';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { Queue, Worker } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import type { EnqueueWakeUps, WakeUpWork, WakeUpOutcome } from './wake-ups.ts';

/** Keys of one work that wait for Redis; the sweeper finds those beyond. */
const MAX_WAITING = 10_000;
/** Jobs of one round trip. */
const MAX_ENQUEUED_AT_ONCE = 1_000;
/** A Redis that takes commands and does not answer must not hold wake-ups for ever. */
const COMMAND_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 2_000;
const CONNECT_AGAIN_MS = 1_000;
/** What is being worked on gets this long at the stop; another process may repeat it. */
const STOP_GRACE_MS = 5_000;

/** How a client is to behave while Redis is away. */
export type ConnectOptions = Pick<
  RedisOptions,
  'connectTimeout' | 'retryStrategy' | 'maxRetriesPerRequest' | 'enableOfflineQueue' | 'commandTimeout'
>;

export type BullmqWakeUpsOptions = {
  /** Makes a client of the Redis that the wake-ups go through. */
  readonly connect: (options: ConnectOptions) => Redis;
  /** Beginning of every key in Redis. */
  readonly keyPrefix: string;
  readonly onOutcome: (work: string, outcome: WakeUpOutcome, count: number) => void;
  readonly logger: Logger;
};

export type BullmqWakeUps = Component & {
  /** To be called before the start. */
  take(work: WakeUpWork): EnqueueWakeUps;
};

/** Wake-ups as BullMQ jobs, so that any process of the tier may take them. Without Redis there are none. */
export function createBullmqWakeUps(options: BullmqWakeUpsOptions): BullmqWakeUps {
  const channels: Channel[] = [];
  return {
    name: 'wake-ups',
    take(work) {
      const channel = createChannel(work, options);
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

type Channel = { readonly enqueue: EnqueueWakeUps; start(): void; stop(): Promise<void> };
type Connected = {
  readonly queue: Queue;
  readonly worker: Worker;
  readonly clients: readonly [enqueuing: Redis, taking: Redis];
};

function createChannel(work: WakeUpWork, { connect, keyPrefix, onOutcome, logger }: BullmqWakeUpsOptions): Channel {
  const stopping = new AbortController();
  const waiting = new Set<string>();
  let connected: Connected | undefined;
  let running: Promise<void> = Promise.resolve();
  let enqueuing = false;

  function open(): Connected {
    const retryStrategy = (attempt: number) => Math.min(50 * attempt, CONNECT_AGAIN_MS);
    const usual = { connectTimeout: CONNECT_TIMEOUT_MS, retryStrategy };
    const clients: Connected['clients'] = [
      connect({ ...usual, maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: COMMAND_TIMEOUT_MS }),
      // BullMQ waits for jobs with commands that block.
      connect({ ...usual, maxRetriesPerRequest: null }),
    ];
    const queue = new Queue(work.name, { connection: clients[0], prefix: keyPrefix });
    const worker = new Worker(work.name, (job) => work.work(String(job.data)), {
      connection: clients[1],
      prefix: keyPrefix,
      concurrency: work.concurrency,
    });
    // Without listeners failures to connect would be printed, or end the process. Metrics tell of lost wake-ups.
    const ignore = (error: unknown) => logger.debug({ work: work.name, error }, 'redis of the wake-ups failed');
    for (const client of clients) client.on('error', ignore);
    queue.on('error', ignore);
    worker.on('error', ignore);
    worker.on('completed', () => onOutcome(work.name, 'done', 1));
    worker.on('failed', (_job, error) => {
      onOutcome(work.name, 'failed', 1);
      logger.warn({ work: work.name, error }, 'woken work failed and is left to the sweeper');
    });
    return { queue, worker, clients };
  }

  /** BullMQ gives up for good when the connection is lost while it looks at the server: then everything is made anew. */
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const made = open();
      try {
        await Promise.race([
          Promise.all([made.queue.waitUntilReady(), made.worker.waitUntilReady()]),
          aborted(stopping.signal),
        ]);
        if (stopping.signal.aborted) return await close(made);
        connected = made;
        void enqueueWaiting(made.queue);
        return;
      } catch (error) {
        logger.debug({ work: work.name, error }, 'no wake-ups yet');
        await close(made);
        await sleep(CONNECT_AGAIN_MS, stopping.signal);
      }
    }
  }

  async function enqueueWaiting(queue: Queue): Promise<void> {
    if (enqueuing) return;
    enqueuing = true;
    while (waiting.size > 0 && !stopping.signal.aborted) {
      const keys = [...waiting].slice(0, MAX_ENQUEUED_AT_ONCE);
      for (const key of keys) waiting.delete(key);
      try {
        await queue.addBulk(keys.map((key) => jobOf(work, key)));
        onOutcome(work.name, 'given', keys.length);
      } catch (error) {
        onOutcome(work.name, 'lost', keys.length);
        logger.debug({ work: work.name, error }, 'wake-ups are lost');
      }
    }
    enqueuing = false;
  }

  return {
    enqueue(keys) {
      let lost = 0;
      for (const key of keys) {
        if (waiting.size < MAX_WAITING || waiting.has(key)) waiting.add(key);
        else lost += 1;
      }
      if (lost > 0) onOutcome(work.name, 'lost', lost);
      if (connected !== undefined) void enqueueWaiting(connected.queue);
    },
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
      if (connected !== undefined) await close(connected);
    },
  };
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

/** Ends with the connections, whether Redis answers or not: without it no other process can hear that work has ended. */
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
