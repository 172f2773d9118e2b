import { type Environment, parseConfig, wholeNumber } from '@fundlens/runtime/config';
import { z } from 'zod';

/** The options of `npm start`; those of the servers themselves are in the stack's README. */
export const startOptionsSchema = z.object({
  API_PORT: wholeNumber({ min: 1, max: 65_535 })
    .prefault('8080')
    .describe('Port of the API; when it is taken, a free one is used instead.'),
  DEMO_SCALE: z
    .enum(['full', 'small'], 'must be full or small')
    .prefault('full')
    .describe('Size of the demo data: 2,400 contacts, or 120 for tests.'),
  LIVE_CHANGES_PER_SECOND: wholeNumber({ min: 0, max: 100 })
    .prefault('2')
    .describe('Changes published while the demo runs; 0: none.'),
  LOCAL_DATA_DIRECTORY: z
    .string()
    .optional()
    .describe(
      'Where data, logs and secrets of this installation live; default: .fundlens/dev in the checkout. "npm run fundlens" and "npm run publish" find it with the same variable.',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error'], 'must be one of trace, debug, info, warn, error')
    .prefault('info')
    .describe('Lowest level that the services log.'),
});

export type StartOptions = z.output<typeof startOptionsSchema>;

/** @throws ConfigError naming every wrong option at once. */
export function readStartOptions(environment: Environment): StartOptions {
  return parseConfig(startOptionsSchema, environment);
}
