import { z } from 'zod';
import { wholeNumber } from './config.ts';

/** The options that every service has, so that they are called, checked and described alike. */

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const MAX_PORT = 65_535;

/** A TCP port; 0 takes any free one. */
export function port(usual: number) {
  return wholeNumber({ min: 0, max: MAX_PORT }).prefault(String(usual));
}

export function adminOptions(usualPort: number) {
  return {
    ADMIN_HOST: z.string().prefault('0.0.0.0').describe('Address of health and metrics.'),
    ADMIN_PORT: port(usualPort).describe('Port of health and metrics; 0: any.'),
  };
}

export const mongodbOptions = {
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/\S+$/, 'must be a URL beginning with mongodb:// or mongodb+srv://')
    .describe('MongoDB connection string.'),
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
