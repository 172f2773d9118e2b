import { MAX_BOARD_STAGES } from '@fundlens/read-models/dashboards/pipeline-stages';
import { redisOptions, redisUrl, requireWholeRedis } from '@fundlens/redis-client/redis-options';
import { type Environment, isConfidential, list, parseConfig, wholeNumber } from '@fundlens/runtime/config';
import { secretOptions } from '@fundlens/runtime/secret-files';
import { adminOptions, mongodbOptions, port, processOptions } from '@fundlens/runtime/service-options';
import { tracingOptions } from '@fundlens/runtime/tracing-options';
import { z } from 'zod';
import { MIN_SECRET_BYTES } from './sealed-text.ts';

const DAY_SECONDS = 86_400;
/** Lua counts in doubles; this is far below the integers that they hold exactly, and far beyond any quota. */
const MAX_COUNT = 1_000_000_000;

/** The longest life of a link (design §5). */
const MAX_LINK_SECONDS = 900;
/** The longest response (a report of 12 MiB and its envelope) must fit into the share of one company, a quarter. */
export const MIN_SHARE_BYTES = 16 * 1024 * 1024;

function isPublicUrl(text: string): boolean {
  // A link gives access to the report, so it must not travel in the clear.
  return !/[?#]/.test(text) && isConfidential(text);
}

function isContact(text: string): boolean {
  return /^[^\s@:/]+@[^\s@:/]+$/.test(text) || URL.parse(text)?.protocol === 'https:';
}

const secret = () =>
  z
    .string()
    .refine((text) => Buffer.byteLength(text) >= MIN_SECRET_BYTES, `must have at least ${MIN_SECRET_BYTES} bytes`);

/** Every option of the query service: name, rule, default and meaning. */
export const configSchema = z
  .object({
    HTTP_HOST: z.string().prefault('0.0.0.0').describe('Address of the API.'),
    HTTP_PORT: port(8080).describe('Port of the API; 0: any.'),
    ...adminOptions(9102),
    ...mongodbOptions,
    MONGODB_POOL_SIZE: wholeNumber({ min: 1, max: 1_000 }).prefault('20').describe('Connections to MongoDB.'),
    ...secretOptions({ REDIS_URL: redisUrl().describe('Redis connection string; the limits are counted there.') }),
    ...redisOptions,
    REDIS_KEY_PREFIX: z
      .string()
      .regex(/^[A-Za-z0-9:._-]{1,100}$/, 'must be 1 to 100 of the characters A-Z a-z 0-9 : . _ -')
      .prefault('fundlens:limits:')
      .describe('Beginning of every key in Redis.'),
    ...secretOptions({
      CURSOR_SECRET: secret().describe('Secret that cursors are authenticated with; the same for all instances.'),
      CURSOR_SECRET_PREVIOUS: secret()
        .optional()
        .describe(
          'A second one whose cursors are taken: the one before, or, at the beginning of a rotation, the next.',
        ),
    }),
    PUBLIC_URL: z
      .string()
      .refine(isPublicUrl, 'must be an https URL (http on this machine) without credentials, query and fragment')
      .transform((url) => url.replace(/\/+$/, ''))
      .describe(
        'What clients reach this service by, as links and the server of the OpenAPI document begin: https://<host>, with a path where a proxy adds one.',
      ),
    API_CONTACT: z
      .string()
      .refine(isContact, 'must be an https URL or an e-mail address')
      .optional()
      .describe('Where clients ask for help: an https URL or an e-mail address, for the OpenAPI document.'),
    ...secretOptions({
      LINK_SECRET: secret().describe('Secret that links to PDFs are signed with; the same for all instances.'),
      LINK_SECRET_PREVIOUS: secret()
        .optional()
        .describe('A second one whose links are taken: the one before, or, at the beginning of a rotation, the next.'),
    }),
    LINK_SECONDS: wholeNumber({ min: 10, max: MAX_LINK_SECONDS })
      .prefault('300')
      .describe('How long a link to a PDF can be used.'),
    RATE_LIMIT_REQUESTS: wholeNumber({ min: 1, max: MAX_COUNT })
      .prefault('600')
      .describe('Requests per credential and window, where the credential has no limit of its own.'),
    RATE_LIMIT_WINDOW_SECONDS: wholeNumber({ min: 1, max: DAY_SECONDS })
      .prefault('60')
      .describe('Length of the window, which begins with the first request of a credential.'),
    DAILY_QUOTA: wholeNumber({ min: 1, max: MAX_COUNT })
      .prefault('250000')
      .describe('Requests per company and UTC day, where the company has no quota of its own.'),
    RATE_LIMIT_FAIL_MODE: z
      .enum(['open', 'closed'], 'must be open or closed')
      .prefault('open')
      .describe('While Redis is away: open counts in each process alone, closed refuses.'),
    ACCESS_CACHE_MS: wholeNumber({ min: 0, max: 1_000 })
      .prefault('300')
      .describe('How old the knowledge of a credential, company or location may be, in milliseconds.'),
    ACCESS_MAX_AGE: wholeNumber({ min: 0, max: 30 * DAY_SECONDS })
      .prefault('900')
      .describe('Seconds for which access state is trusted without news from the projector; 0: for ever.'),
    POSITION_WAITS_PER_COMPANY: wholeNumber({ min: 0, max: 1_000 })
      .prefault('64')
      .describe('Requests of one company that wait for X-Wait-For-Position at the same time, per process.'),
    PIPELINE_STAGES: list()
      .refine((stages) => new Set(stages).size === stages.length, 'must name each stage once')
      .refine((stages) => stages.length <= MAX_BOARD_STAGES, `must have at most ${MAX_BOARD_STAGES} stages`)
      .optional()
      .describe(
        "Stages of /pipeline/stages in the order of the desk's board, as applications spell them, separated by commas.",
      ),
    REQUEST_DEADLINE_MS: wholeNumber({ min: 100, max: 60_000 })
      .prefault('8000')
      .describe('After which a request is answered as an outage.'),
    MAX_BYTES_IN_FLIGHT: wholeNumber({ min: 4 * MIN_SHARE_BYTES, max: 64 * 1024 ** 3 })
      .prefault(String(256 * 1024 ** 2))
      .describe('Bytes of answers not taken by their clients yet; one company may have a quarter of them.'),
    MAX_CONNECTIONS: wholeNumber({ min: 1, max: 1_000_000 })
      .prefault('10000')
      .describe('Client connections at the same time.'),
    KEEP_ALIVE_SECONDS: wholeNumber({ min: 1, max: 28 })
      .prefault('25')
      .describe('How long an idle connection is kept; above the idle time of the proxy in front.'),
    DRAIN_MS: wholeNumber({ min: 0, max: 300_000 })
      .prefault('3000')
      .describe('How long a service that is told to stop says that it is not ready, and still takes connections.'),
    AUDIT_RETENTION_DAYS: wholeNumber({ min: 0, max: 36_500 })
      .prefault('400')
      .describe('Days that audit entries are kept; 0: for ever.'),
    ...tracingOptions,
    ...processOptions,
  })
  .superRefine(requireWholeRedis);

export type QueryConfig = z.output<typeof configSchema>;

/** @throws ConfigError naming every wrong option at once. */
export function readConfig(environment: Environment): QueryConfig {
  return parseConfig(configSchema, environment);
}
