import { z } from 'zod';
import { list, wholeNumber } from './config.ts';
import { secretOptions } from './secret-files.ts';

/** Options that every service has, so that names, checks and descriptions are the same. */

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const MAX_PORT = 65_535;

/** A TCP port; 0 takes any free one. */
export function port(defaultPort: number) {
  return wholeNumber({ min: 0, max: MAX_PORT }).prefault(String(defaultPort));
}

export function adminOptions(defaultPort: number) {
  return {
    ADMIN_HOST: z
      .string()
      .prefault('127.0.0.1')
      .describe(
        'Address of health and metrics; 0.0.0.0 in a container, where probes and Prometheus come from outside.',
      ),
    ADMIN_ALLOWED_HOSTS: list()
      .transform((names) => names.map((name) => name.toLowerCase()))
      .prefault('localhost')
      .describe(
        'Names in the Host of requests to that port, comma-separated, e.g. of a container that Prometheus asks by name; addresses and localhost always are.',
      ),
    ADMIN_PORT: port(defaultPort).describe('Port of health and metrics; 0: any.'),
  };
}

export type AdminConfig = z.output<z.ZodObject<ReturnType<typeof adminOptions>>>;

/** Of a service whose admin port has commands. */
export const adminTokenOptions = secretOptions({
  ADMIN_TOKEN: z
    .string()
    .regex(/^[!-~]{32,1000}$/, 'must be 32 to 1000 visible ASCII characters')
    .optional()
    .describe('Secret of an operator who changes something by the admin port. Unset: its pages and routes only show.'),
});

export const mongodbOptions = {
  ...secretOptions({
    MONGODB_URL: z
      .string()
      .regex(/^mongodb(\+srv)?:\/\/\S+$/, 'must be a URL beginning with mongodb:// or mongodb+srv://')
      .describe('MongoDB connection string.'),
  }),
  MONGODB_DATABASE: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,38}$/, 'must be 1 to 38 of the characters A-Z a-z 0-9 _ -')
    .prefault('fundlens')
    .describe('Database of the read models.'),
};

export const processOptions = {
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .prefault('info')
    .describe('Lowest level that is logged.'),
  STOP_TIMEOUT_MS: wholeNumber({ min: 100, max: 600_000 })
    .prefault('10000')
    .describe('How long each part of the process, and requests in flight, may take to stop.'),
};
