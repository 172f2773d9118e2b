import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { RedisBehaviour, RedisClient } from '@fundlens/redis-client/redis-client';
import { sleep } from '@fundlens/runtime/backoff';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { Queue, Worker } from 'bullmq';
import { REFRESHES_AT_ONCE } from './dashboard-work.ts';

/** Changes of one batch, and of batches that follow at once, become one refresh. */
const GATHER_MS = 200;
/** Limits the wait for a Redis that takes commands and does not respond. */
const COMMAND_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 2_000;
const CONNECT_AGAIN_MS = 1_000;
/** A worker asks again so often though no job comes. BullMQ itself waits no longer for one that is due later. */
const WAIT_SECONDS = 10;
/** A stop waits this long for running jobs; another process may repeat them. */
const STOP_GRACE_MS = 5_000;

type WakeUpsOptions = {
  /** Makes a client of the Redis server. */
  readonly connect: (behaviour: RedisBehaviour) => RedisClient;
  /** Beginning of every key in Redis. */
  readonly keyPrefix: string;
  /** Its projectors refresh no other dashboards; asked at the start. */
  readonly generation: () => number;
  /** Idempotent. What it throws is logged and forgotten: the sweeper comes to it again. */
  readonly refresh: (locationId: string) => Promise<void>;
  /** For metrics. */
  readonly onOutcome: (outcome: 'given' | 'lost' | 'done' | 'failed', count: number) => void;
  readonly logger: Logger;
};

export type WakeUps = Component & {
  /**
   * Returns at once and never throws. While a location waits, further wake-ups of it change nothing; while it is worked on,
   * they make it be worked on once more.
   */
  wake(locationIds: Iterable<string>): void;
};

type Connected = {
  readonly queue: Queue;
  readonly worker: Worker;
  readonly clients: readonly [enqueuing: RedisClient, taking: RedisClient];
};

/**
 * Says to any projector, by a BullMQ job, that the dashboard of a location may be due. What is due stands in the documents, and a
 * sweeper finds it there: a wake-up only makes it sooner. So it may be lost, late, repeated or taken by several processes.
 */
export function createBullmqWakeUps(options: WakeUpsOptions): WakeUps {
  const { onOutcome, logger } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let connected: Connected | undefined;
  let connecting: Promise<void> = Promise.resolve();

  /** BullMQ does not reconnect when the connection is lost during its first commands: then all clients are replaced. */
  async function connect(): Promise<void> {
    while (!signal.aborted) {
      const opened = open(options);
      try {
        const ready = Promise.all([opened.queue.waitUntilReady(), opened.worker.waitUntilReady()]);
        await Promise.race([ready, once(signal, 'abort')]);
        if (signal.aborted) return await close(opened);
        connected = opened;
        return;
      } catch (error) {
        logger.debug({ error }, 'no wake-ups yet');
        await close(opened);
        await sleep(CONNECT_AGAIN_MS, signal);
      }
    }
  }

  async function enqueue(jobs: ReturnType<typeof jobOf>[]): Promise<void> {
    try {
      await connected?.queue.addBulk(jobs);
      onOutcome(connected === undefined ? 'lost' : 'given', jobs.length);
    } catch (error) {
      onOutcome('lost', jobs.length);
      logger.debug({ error }, 'wake-ups are lost');
    }
  }

  return {
    name: 'wake-ups',
    wake(locationIds) {
      const jobs = Array.from(locationIds, jobOf);
      if (jobs.length > 0) void enqueue(jobs);
    },
    async start() {
      connecting = connect();
    },
    async stop() {
      stopping.abort();
      await connecting;
      if (connected !== undefined) await close(connected);
    },
  };
}

function open({ connect, keyPrefix: prefix, generation, refresh, onOutcome, logger }: WakeUpsOptions): Connected {
  const retryStrategy = (attempt: number) => Math.min(50 * attempt, CONNECT_AGAIN_MS);
  const shared = { connectTimeout: CONNECT_TIMEOUT_MS, retryStrategy };
  const clients: Connected['clients'] = [
    connect({ ...shared, maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: COMMAND_TIMEOUT_MS }),
    // BullMQ waits for jobs with commands that block.
    connect({ ...shared, maxRetriesPerRequest: null, enableOfflineQueue: true }),
  ];
  const name = `dashboards-${generation()}`;
  const queue = new Queue(name, { connection: clients[0], prefix });
  const taking = { connection: clients[1], prefix, concurrency: REFRESHES_AT_ONCE, drainDelay: WAIT_SECONDS };
  const worker = new Worker(name, (job) => refresh(String(job.data)), taking);
  // Without listeners Node prints connection errors or ends the process. The metrics count lost wake-ups.
  const onError = (error: unknown) => logger.debug({ error }, 'redis of the wake-ups failed');
  for (const client of clients) client.on('error', onError);
  queue.on('error', onError);
  worker.on('error', onError);
  worker.on('completed', () => onOutcome('done', 1));
  worker.on('failed', (_job, error) => {
    onOutcome('failed', 1);
    logger.warn({ error }, 'a dashboard that was woken failed and is left to the sweeper');
  });
  return { queue, worker, clients };
}

function jobOf(locationId: string) {
  const deduplication = { id: locationId, keepLastIfActive: true };
  const opts = { delay: GATHER_MS, deduplication, removeOnComplete: true, removeOnFail: true };
  return { name: 'refresh', data: locationId, opts };
}

/** Ends by closing the connections, whether or not Redis responds. */
async function close({ queue, worker, clients }: Connected): Promise<void> {
  const closing = Promise.allSettled([worker.close(), queue.close()]);
  const graceMs = clients[1].status === 'ready' ? STOP_GRACE_MS : 0;
  await Promise.race([closing, delay(graceMs, undefined, { ref: false })]);
  for (const client of clients) client.disconnect();
}
