import { type Environment, flag, list, parseConfig, wholeNumber } from '@fundlens/runtime/config';
import {
  kafkaOptions,
  requireWholeLogins,
  schemaRegistryOptions,
  standInOptions,
  topicOptions,
} from '@fundlens/runtime/event-options';
import { secretOptions } from '@fundlens/runtime/secret-files';
import { adminOptions, mongodbOptions, port, processOptions } from '@fundlens/runtime/service-options';
import { tracingOptions } from '@fundlens/runtime/tracing-options';
import { z } from 'zod';
import { crmApiOptions, requireOneAccess } from './crm-api/options.ts';
import { HIGHLEVEL_ED25519_KEY, isPublicKey } from './receiver/signature.ts';

/** How webhooks are received. */
const receiverOptions = {
  HTTP_HOST: z.string().prefault('0.0.0.0').describe('Address on which webhooks are received.'),
  HTTP_PORT: port(8081).describe('Port on which webhooks are received, behind a proxy that ends TLS; 0: any.'),
  WEBHOOK_PATH: z
    .string()
    .regex(/^\/[A-Za-z0-9/_-]{1,200}$/, 'must be a path of A-Z a-z 0-9 / _ - that begins with a slash')
    .prefault('/webhooks/highlevel')
    .describe('Path to which HighLevel posts.'),
  WEBHOOK_PUBLIC_KEYS: list()
    .refine((keys) => keys.every(isPublicKey), 'must be ed25519 public keys in base64 DER (SPKI)')
    .prefault(HIGHLEVEL_ED25519_KEY)
    .describe(
      "Ed25519 keys that sign X-GHL-Signature, base64 DER; several while one is replaced. Default: HighLevel's.",
    ),
  WEBHOOK_MAX_BODY_BYTES: wholeNumber({ min: 1_024, max: 16_777_216 })
    .prefault('1048576')
    .describe('Largest body. A larger one is answered with 429, so that it is sent again after the limit was raised.'),
  WEBHOOK_MAX_IN_FLIGHT: wholeNumber({ min: 1, max: 10_000 })
    .prefault('200')
    .describe('Deliveries in work at once; the next one is answered with 429.'),
  PUBLISH_ACCESS: flag()
    .prefault('true')
    .describe('Publish companies and installations from INSTALL and UNINSTALL; false where another system does.'),
  DRAIN_MS: wholeNumber({ min: 0, max: 300_000 })
    .prefault('5000')
    .describe('How long a process that is told to stop says that it is not ready, and still takes webhooks.'),
  WEBHOOK_ANSWER_MS: wholeNumber({ min: 500, max: 60_000 })
    .prefault('8000')
    .describe('A delivery that is not stored after this long is answered with 429. HighLevel waits about 10 seconds.'),
};

/** When locations are compared with HighLevel's API. */
const sweepOptions = {
  SWEEP_INTERVAL_HOURS: wholeNumber({ min: 0, max: 30 * 24 })
    .prefault('24')
    .describe(
      'Hours between the beginnings of two comparisons of a location with the API; 0: only those that `backfill` asks for.',
    ),
  SWEEPS_AT_ONCE: wholeNumber({ min: 1, max: 50 })
    .prefault('2')
    .describe('Locations that this process compares at the same time.'),
  /** People delete one by one. Thousands at once: the token reads something else, or HighLevel's search lost its index. */
  SWEEP_MAX_UNLISTED: wholeNumber({ min: 1, max: 10_000_000 })
    .prefault('1000')
    .describe('A sweep stops when more entities of a kind live in the log and are not listed by HighLevel.'),
};

/** What is kept of what was published. */
const versioningOptions = {
  ...secretOptions({
    STATE_SECRET: z
      .string()
      .regex(/^[!-~]{32,1000}$/, 'must be 32 to 1000 visible ASCII characters')
      .describe(
        'Key of the digests of what was published, the same for all instances. A new one publishes everything anew.',
      ),
  }),
  VERSION_EPOCH: wholeNumber({ min: 0, max: 2_147_483_647 })
    .prefault('0')
    .describe(
      '`meta.epoch` of all events. Raise it when another publisher, or a clock that was ahead, gave higher versions.',
    ),
};

/** Every option of the HighLevel adapter: name, rule, default and meaning. */
export const configSchema = z
  .object({
    ...kafkaOptions,
    ...schemaRegistryOptions,
    ...topicOptions,
    ...mongodbOptions,
    ...standInOptions,
    MONGODB_DATABASE: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,38}$/, 'must be 1 to 38 of the characters A-Z a-z 0-9 _ -')
      .prefault('fundlens_ingest')
      .describe('Database of the marks of entities; apart from that of the read models.'),
    ...crmApiOptions,
    ...receiverOptions,
    ...versioningOptions,
    ...sweepOptions,
    ...adminOptions(9104),
    ...tracingOptions,
    ...processOptions,
  })
  .superRefine((options, context) => {
    requireWholeLogins(options, context);
    requireOneAccess(options, context);
  });

export type IngestConfig = z.output<typeof configSchema>;

/** @throws ConfigError naming every wrong option at once. */
export function readConfig(environment: Environment): IngestConfig {
  return parseConfig(configSchema, environment);
}
