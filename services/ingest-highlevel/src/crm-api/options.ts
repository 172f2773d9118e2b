import { isConfidential, wholeNumber } from '@fundlens/runtime/config';
import { currentSecret, secretOptions } from '@fundlens/runtime/secret-files';
import { z } from 'zod';
import { unauthorized } from './crm-errors.ts';
import { createOAuthTokens } from './oauth-tokens.ts';
import { HIGHLEVEL_LIMITS } from './request-budget.ts';
import type { AccessTokens } from './requests.ts';

const TOKEN = /^[!-~]{8,4000}$/;
const ID = /^[A-Za-z0-9-]{1,128}$/;

/** How HighLevel's read API is reached: by a token or by an OAuth app. */
export const crmApiOptions = {
  HIGHLEVEL_API_URL: z
    .string()
    // The token travels there.
    .refine(isConfidential, 'must be an https:// URL (http:// only for this machine) without credentials')
    .prefault('https://services.leadconnectorhq.com')
    .describe("Base URL of HighLevel's API."),
  ...secretOptions({
    HIGHLEVEL_TOKEN: z
      .string()
      .regex(TOKEN, 'must be 8 to 4000 visible ASCII characters')
      .optional()
      .describe('Private integration token for all locations. The file is read again when the token is refused.'),
    HIGHLEVEL_CLIENT_SECRET: z
      .string()
      .regex(TOKEN, 'must be 8 to 4000 visible ASCII characters')
      .optional()
      .describe('Secret of the OAuth app, with HIGHLEVEL_CLIENT_ID and HIGHLEVEL_REFRESH_TOKEN_FILE.'),
  }),
  HIGHLEVEL_CLIENT_ID: z
    .string()
    .regex(ID, 'must be 1 to 128 letters, digits and -')
    .optional()
    .describe('Client id of the OAuth app, instead of HIGHLEVEL_TOKEN.'),
  HIGHLEVEL_REFRESH_TOKEN_FILE: z
    .string()
    .optional()
    .describe(
      'File with the refresh token, replaced at each renewal, because HighLevel takes each one once. Must be writable.',
    ),
  HIGHLEVEL_APP_ID: z
    .string()
    .regex(ID, 'must be 1 to 128 letters, digits and -')
    .optional()
    .describe("The app's id. With it, installations and companies are read; the token has to be a company's."),
  HIGHLEVEL_REQUESTS_PER_INTERVAL: wholeNumber({ min: 2, max: HIGHLEVEL_LIMITS.perInterval })
    .prefault(String(HIGHLEVEL_LIMITS.perInterval))
    .describe(
      'Requests of this process in 10 seconds for each location. HighLevel allows 100 to all processes of an app.',
    ),
  HIGHLEVEL_REQUESTS_PER_DAY: wholeNumber({ min: 10, max: HIGHLEVEL_LIMITS.perDay })
    .prefault(String(HIGHLEVEL_LIMITS.perDay))
    .describe(
      'Requests of this process in a day for each location. HighLevel allows 200000 to all processes of an app.',
    ),
};

type CrmApiConfig = z.output<z.ZodObject<typeof crmApiOptions>>;

/** Of options that `requireOneAccess` has taken. A token or secret that is replaced in its file needs no restart. */
export function accessTokensOf(config: CrmApiConfig): AccessTokens {
  const token = currentSecret(config, 'HIGHLEVEL_TOKEN');
  if (token !== null) return { tokenFor: async () => sendable(token()) };
  const { HIGHLEVEL_CLIENT_ID: clientId, HIGHLEVEL_REFRESH_TOKEN_FILE: refreshTokenFile } = config;
  const clientSecret = currentSecret(config, 'HIGHLEVEL_CLIENT_SECRET');
  if (clientId === undefined || clientSecret === null || refreshTokenFile === undefined) {
    throw new TypeError('The options open no way to the API.');
  }
  const { HIGHLEVEL_API_URL: baseUrl } = config;
  return createOAuthTokens({ baseUrl, clientId, clientSecret, refreshTokenFile, monotonic: () => performance.now() });
}

/** A file that was replaced may hold anything, and a token goes into a header. */
function sendable(token: string): string {
  if (TOKEN.test(token)) return token;
  throw unauthorized('any request');
}

/** Either the token or all of the OAuth app: what is published is what the API answers. */
export function requireOneAccess(config: CrmApiConfig, context: z.RefinementCtx): void {
  const parts = ['HIGHLEVEL_CLIENT_ID', 'HIGHLEVEL_CLIENT_SECRET', 'HIGHLEVEL_REFRESH_TOKEN_FILE'] as const;
  const given = parts.filter((name) => config[name] !== undefined).length;
  if (config.HIGHLEVEL_TOKEN === undefined ? given === parts.length : given === 0) return;
  const message = `must be set, or else all of ${parts.join(', ')}: what is published is what the API answers`;
  context.addIssue({ code: 'custom', path: ['HIGHLEVEL_TOKEN'], message });
}
