import { failureCode } from '@fundlens/runtime/errors';
import { z } from 'zod';
import { forbidden, malformed, refused, unauthorized, unavailable } from './crm-errors.ts';
import { exchange, parsedJson } from './http-exchange.ts';
import { readRefreshToken, replaceRefreshToken } from './refresh-token-file.ts';
import type { AccessTokens } from './requests.ts';

export type OAuthOptions = {
  readonly baseUrl: string;
  readonly clientId: string;
  /** Asked for at each request, so that a rotated secret counts. */
  readonly clientSecret: () => string;
  readonly refreshTokenFile: string;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
};

const TIMEOUT_MS = 10_000;
/** A grant is a few kilobytes. */
const MAX_RESPONSE_BYTES = 64 * 1024;
/** A token is renewed after this share of its life: requests that begin later get one that lasts. */
const RENEW_AFTER_SHARE = 0.8;

const grantSchema = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1).nullish(),
  /** A company's token reads no location; it is exchanged. */
  userType: z.string().nullish(),
  companyId: z.string().nullish(),
});
type Grant = z.output<typeof grantSchema>;
type Held = Grant & { readonly renewAt: number };

/**
 * Access tokens of an OAuth app (a company's or a location's), renewed before they end and when they are refused. One
 * renewal at a time: two would spend the same refresh token. Errors name the endpoint, never a token.
 */
export function createOAuthTokens(options: OAuthOptions): AccessTokens {
  const { clientId, clientSecret, refreshTokenFile, monotonic } = options;
  let app: Held | undefined;
  let renewing: Promise<Held> | undefined;
  let notStored: string | undefined;
  const byLocation = new Map<string, Held>();

  const held = (grant: Grant): Held => ({
    ...grant,
    renewAt: monotonic() + grant.expires_in * 1_000 * RENEW_AFTER_SHARE,
  });
  const isGood = (token: Held | undefined, refusedToken?: string): token is Held =>
    token !== undefined && token.access_token !== refusedToken && monotonic() < token.renewAt;

  /** A refresh token is good for one use: the next one is stored before the access token that came with it is used. */
  async function renew(): Promise<Held> {
    if (notStored !== undefined) await store(notStored);
    const refresh_token = await readRefreshToken(refreshTokenFile);
    const client = { client_id: clientId, client_secret: clientSecret() };
    const grant = await askForToken(options, '/oauth/token', { ...client, grant_type: 'refresh_token', refresh_token });
    if (grant.refresh_token) await store(grant.refresh_token);
    app = held(grant);
    return app;
  }

  /** The one before is spent: one that the disk does not take is kept, or only people could connect the app again. */
  async function store(refreshToken: string): Promise<void> {
    notStored = refreshToken;
    await replaceRefreshToken(refreshTokenFile, refreshToken);
    notStored = undefined;
  }

  async function appToken(refusedToken?: string): Promise<Held> {
    if (isGood(app, refusedToken)) return app;
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return await renewing;
  }

  return {
    async tokenFor({ of, id: locationId }, refusedToken) {
      const known = of === 'location' ? byLocation.get(locationId) : undefined;
      if (isGood(known, refusedToken)) return known.access_token;
      const company = await appToken(refusedToken);
      if (company.userType !== 'Company' || of === 'company') return company.access_token;
      const fresh = await exchanged(company, locationId).catch(async (error: unknown) => {
        if (failureCode(error) !== 'crm_unauthorized') throw error;
        return await exchanged(await appToken(company.access_token), locationId);
      });
      byLocation.set(locationId, fresh);
      return fresh.access_token;
    },
  };

  async function exchanged({ access_token, companyId }: Held, locationId: string): Promise<Held> {
    if (!companyId) throw malformed('/oauth/token', 'companyId', 'is missing');
    return held(await askForToken(options, '/oauth/locationToken', { companyId, locationId }, access_token));
  }
}

async function askForToken(
  { baseUrl }: OAuthOptions,
  endpoint: string,
  form: Readonly<Record<string, string>>,
  token?: string,
): Promise<Grant> {
  const answer = await exchange(new URL(endpoint, baseUrl), {
    method: 'POST',
    body: new URLSearchParams(form),
    ...(token !== undefined && { token }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    maxBytes: MAX_RESPONSE_BYTES,
  });
  if (answer.status === 'none') throw unavailable(endpoint, 'no response', answer.error);
  const { status, text } = answer;
  if (status === 429 || status >= 500) throw unavailable(endpoint, `status ${status}`);
  // An endpoint for tokens refuses a spent or revoked refresh token with 400, and a location without the app.
  if (status === 401 || (status === 400 && token === undefined)) throw unauthorized(endpoint);
  if (status === 400 || status === 403) throw forbidden(endpoint);
  if (status >= 300) throw refused(endpoint, status);
  const grant = grantSchema.safeParse(parsedJson(text));
  if (!grant.success) throw malformed(endpoint, grant.error.issues[0]?.path.join('.') ?? 'body', 'is missing');
  return grant.data;
}
