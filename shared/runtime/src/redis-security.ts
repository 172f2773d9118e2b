import { z } from 'zod';
import { secretOptions } from './secret-files.ts';
import { certificates, privateKey, requireWholeTls, type TlsMaterial, tlsMaterial } from './tls-options.ts';

/** A connection string of Redis, whose user and password may be those of an ACL user. */
export function redisUrl() {
  return z.string().regex(/^rediss?:\/\/\S+$/, 'must be a URL beginning with redis:// or rediss://');
}

export const redisTlsOptions = secretOptions({
  REDIS_SSL_CA: certificates()
    .optional()
    .describe('Certificates that sign that of Redis; unset: those that Node.js knows.'),
  REDIS_SSL_CERT: certificates().optional().describe('Client certificate for Redis, with its chain.'),
  REDIS_SSL_KEY: privateKey().optional().describe('Private key of the client certificate.'),
});

type RedisTlsOptions = z.output<z.ZodObject<typeof redisTlsOptions>>;

/** For the schemas with `redisTlsOptions`. */
export function requireRedisTls(
  options: RedisTlsOptions & { readonly REDIS_URL?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  const isOn = options.REDIS_URL?.startsWith('rediss://') ?? false;
  requireWholeTls('REDIS', options, { isOn, wanted: 'rediss:// in REDIS_URL', context });
}

/** For the client's options. */
export function redisTls(options: RedisTlsOptions): { readonly tls?: TlsMaterial } {
  const tls = tlsMaterial('REDIS', options);
  return tls === null ? {} : { tls };
}
