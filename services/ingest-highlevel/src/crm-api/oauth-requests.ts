import { z } from 'zod';
import { boundedText } from './bounded-text.ts';
import type { TokenGrant, TokenRequests } from './access-tokens.ts';
import { malformed, refused, unauthorized, unavailable } from './crm-errors.ts';

const TIMEOUT_MS = 10_000;
/** A grant is a few kilobytes. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const API_VERSION = '2021-07-28';

const grantSchema = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1).nullish(),
  userType: z.string().nullish(),
  companyId: z.string().nullish(),
});

type Options = {
  readonly baseUrl: string;
  readonly clientId: string;
  /** Asked for at each request, so that a rotated secret counts. */
  readonly clientSecret: () => string;
};

/** HighLevel's token endpoints. Both take forms. Errors name the endpoint, never a token. */
export function createOAuthRequests({ baseUrl, clientId, clientSecret }: Options): TokenRequests {
  return {
    refresh: (refreshToken) =>
      askForToken(new URL('/oauth/token', baseUrl), {
        client_id: clientId,
        client_secret: clientSecret(),
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      }),
    forLocation: (companyToken, companyId, locationId) =>
      askForToken(new URL('/oauth/locationToken', baseUrl), { companyId, locationId }, companyToken),
  };
}

async function askForToken(url: URL, form: Readonly<Record<string, string>>, bearer?: string): Promise<TokenGrant> {
  const response = await exchange(url, form, bearer);
  const endpoint = url.pathname;
  if (response.status === 429 || response.status >= 500) throw unavailable(endpoint, `status ${response.status}`);
  // An endpoint for tokens refuses a spent or revoked refresh token with 400.
  if (response.status === 400 || response.status === 401 || response.status === 403) throw unauthorized(endpoint);
  if (response.status >= 300) throw refused(endpoint, response.status);
  const grant = grantSchema.safeParse(response.body);
  if (!grant.success) throw malformed(endpoint, grant.error.issues[0]?.path.join('.') ?? 'body', 'is missing');
  return {
    accessToken: grant.data.access_token,
    lifeSeconds: grant.data.expires_in,
    refreshToken: grant.data.refresh_token ?? undefined,
    userType: grant.data.userType ?? undefined,
    companyId: grant.data.companyId ?? undefined,
  };
}

async function exchange(url: URL, form: Readonly<Record<string, string>>, bearer: string | undefined) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        accept: 'application/json',
        version: API_VERSION,
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
      body: new URLSearchParams(form),
    });
    const text = await boundedText(response, MAX_RESPONSE_BYTES);
    return { status: response.status, body: parsed(text) };
  } catch (error) {
    throw unavailable(url.pathname, 'no response', error);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
