import type { EventEmitter } from 'node:events';
import { redisServer } from '@fundlens/runtime/configured-servers';
import { FatalError } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import { createServerTroubles } from '@fundlens/runtime/server-troubles';
import { Cluster, Redis, type RedisOptions as ServerOptions } from 'ioredis';
import { readRedisAddress } from './redis-address.ts';
import { type RedisOptions, redisTls } from './redis-options.ts';

/** A server, or what speaks for several as one; or a Redis Cluster. */
export type RedisClient = Redis | Cluster;

/** How a client behaves while Redis is away. */
export type RedisBehaviour = Pick<
  ServerOptions,
  'lazyConnect' | 'connectTimeout' | 'commandTimeout' | 'maxRetriesPerRequest'
> & {
  /** Milliseconds before the next attempt to connect; attempts count from 1. */
  readonly retryStrategy: (attempt: number) => number;
  /** Whether commands wait for a connection. False: they fail at once, and none is ever sent twice. */
  readonly enableOfflineQueue: boolean;
};

/** While slots move, a node may send the client on to another one that sends it on. */
const MAX_REDIRECTIONS = 5;
/** Until a failover is over; the default of the client. */
const RESEND_MS = 100;

type RedisConfig = RedisOptions & { readonly REDIS_URL: string };

/** Opens clients of one Redis, whose troubles are logged once for all of them. @param config checked by `requireWholeRedis` */
export function redisOpener(config: RedisConfig, logger: Logger): (behaviour: RedisBehaviour) => RedisClient {
  const troubles = createServerTroubles(redisServer(config), logger);
  return (behaviour) => {
    const client = openRedis(config, behaviour);
    watch(client, troubles);
    return client;
  };
}

function openRedis(options: RedisConfig, behaviour: RedisBehaviour): RedisClient {
  if (!options.REDIS_CLUSTER) {
    return new Redis(options.REDIS_URL, { ...behaviour, ...redisTls(options), reconnectOnError: isDemoted });
  }
  const address = readRedisAddress(options.REDIS_URL);
  if (address === null) throw new FatalError('redis_url', 'REDIS_URL names no nodes of a cluster.');
  const { username, password, isTls } = address;
  const { lazyConnect = false, retryStrategy, enableOfflineQueue, ...ofNode } = behaviour;
  // A command that was under way when its connection broke may have been done: who counts must not send it again.
  const resendMs = enableOfflineQueue ? RESEND_MS : 0;
  const cluster = new Cluster([...address.nodes], {
    lazyConnect,
    enableOfflineQueue,
    ...(ofNode.connectTimeout !== undefined && { slotsRefreshTimeout: ofNode.connectTimeout }),
    clusterRetryStrategy: retryStrategy,
    maxRedirections: MAX_REDIRECTIONS,
    retryDelayOnFailover: resendMs,
    retryDelayOnClusterDown: resendMs,
    // Names stay names: they are what certificates are for.
    dnsLookup: (name, callback) => callback(null, name),
    redisOptions: {
      ...ofNode,
      ...(username !== null && { username }),
      ...(password !== null && { password }),
      ...(isTls && { tls: {} }),
      ...redisTls(options),
    },
  });
  // Otherwise the first command to each node opens its connection, and those behind it fail meanwhile.
  cluster.on('+node', (node: Redis) => void node.connect().catch(isReportedByCluster));
  return cluster;
}

/** ioredis prints every failed attempt to connect unless a listener takes its errors. */
function watch(client: RedisClient, { seen, over }: ReturnType<typeof createServerTroubles>): void {
  const emitter: EventEmitter = client;
  emitter.on('ready', over).on('error', seen);
  if (!client.isCluster) return;
  // Of the cluster itself there is one error when no node is left; each node's own says why.
  emitter.on('node error', seen).on('+node', (node: Redis) => void node.on('ready', over));
}

/** A primary that became a replica keeps its connections: a new one leads to the primary of now. */
function isDemoted({ message }: Error): boolean {
  return message.startsWith('READONLY');
}

function isReportedByCluster(): void {
  // As `node error`, see `watch`.
}
