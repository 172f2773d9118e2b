import { flag, refusalsIn } from '@fundlens/runtime/config';
import { secretOptions } from '@fundlens/runtime/secret-files';
import {
  certificates,
  privateKey,
  requireWholeTls,
  type TlsMaterial,
  tlsMaterial,
} from '@fundlens/runtime/tls-options';
import { z } from 'zod';
import { readRedisAddress } from './redis-address.ts';

/** A connection string of Redis, whose user and password may be those of an ACL user. */
export function redisUrl() {
  return z.string().regex(/^rediss?:\/\/\S+$/, 'must be a URL beginning with redis:// or rediss://');
}

export const redisOptions = {
  REDIS_CLUSTER: flag()
    .prefault('false')
    .describe(
      'Redis is a Redis Cluster; REDIS_URL names some of its nodes, with commas between: redis://…@a:6379,b:6379.',
    ),
  ...secretOptions({
    REDIS_SSL_CA: certificates()
      .optional()
      .describe('Certificates that sign that of Redis; unset: those that Node.js knows.'),
    REDIS_SSL_CERT: certificates().optional().describe('Client certificate for Redis, with its chain.'),
    REDIS_SSL_KEY: privateKey().optional().describe('Private key of the client certificate.'),
  }),
};

export type RedisOptions = z.output<z.ZodObject<typeof redisOptions>>;

/** For the schemas with `redisOptions`. */
export function requireWholeRedis(
  options: RedisOptions & { readonly REDIS_URL?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  const { REDIS_URL: url, REDIS_CLUSTER: isCluster } = options;
  const refuse = refusalsIn(context);
  const isOn = url?.startsWith('rediss://') ?? false;
  requireWholeTls('REDIS', options, { isOn, wanted: 'rediss:// in REDIS_URL', refuse });
  if (url === undefined) return;
  const address = readRedisAddress(url);
  // A login that is not encoded would end the process as a bug of the client.
  if (address === null || (address.nodes.length > 1 && !isCluster))
    refuse('REDIS_URL', 'must be redis://user:password@host:port, percent-encoded; several nodes with REDIS_CLUSTER');
  else if (isCluster && !['', '/', '/0'].includes(address.rest))
    refuse('REDIS_URL', 'must name no database with REDIS_CLUSTER: a cluster has one');
}

/** For the client's options. */
export function redisTls(options: RedisOptions): { readonly tls?: TlsMaterial } {
  const tls = tlsMaterial('REDIS', options);
  return tls === null ? {} : { tls };
}
