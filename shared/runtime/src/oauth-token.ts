import { z } from 'zod';
import { FatalError, RetryableError } from './errors.ts';

type ClientCredentialsOptions = {
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Asked for at each request, so that a rotated secret counts. */
  readonly clientSecret: () => string;
  readonly scope?: string | undefined;
  /** Milliseconds that only go forward. */
  readonly monotonic?: () => number;
};

const TIMEOUT_MS = 5_000;
/** A token is renewed after this share of its life: connections that are made later get one that lasts. */
const RENEW_AFTER_SHARE = 0.8;
/** RFC 6749 recommends `expires_in` and does not require it. */
const DEFAULT_LIFE_SECONDS = 60;
const tokenSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().catch(DEFAULT_LIFE_SECONDS),
});

/** KafkaJS retries errors that say `retriable`. */
class TokenUnavailable extends RetryableError {
  readonly retriable = true;
}

class TokenRefused extends FatalError {
  readonly retriable = false;
}

/**
 * Access tokens by OAuth 2.0 client credentials (RFC 6749 §4.4), cached until shortly before they expire; one request at a
 * time. Errors: retryable while the endpoint is not available, fatal `oauth_refused` when it refuses the client and
 * `oauth_malformed` when its response is no token.
 */
export function createTokenSource(options: ClientCredentialsOptions): () => Promise<string> {
  const { monotonic = () => performance.now() } = options;
  let cached: { readonly token: string; readonly renewAt: number } | undefined;
  let asking: Promise<string> | undefined;

  async function ask(): Promise<string> {
    const askedAt = monotonic();
    const answer = tokenSchema.safeParse(await requestToken(options));
    if (!answer.success) {
      throw new TokenRefused('oauth_malformed', 'The response of KAFKA_OAUTH_TOKEN_URL holds no access_token.');
    }
    const { access_token: token, expires_in: lifeSeconds } = answer.data;
    cached = { token, renewAt: askedAt + lifeSeconds * 1_000 * RENEW_AFTER_SHARE };
    return token;
  }

  return async () => {
    if (cached !== undefined && monotonic() < cached.renewAt) return cached.token;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return await asking;
  };
}

async function requestToken({ tokenUrl, clientId, clientSecret, scope }: ClientCredentialsOptions): Promise<unknown> {
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret())}`;
  try {
    const response = await fetch(tokenUrl, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}`, accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }),
    });
    if (response.ok) return await response.json();
    await response.body?.cancel();
    if (response.status === 429 || response.status >= 500) throw unavailable(`status ${response.status}`);
    throw new TokenRefused(
      'oauth_refused',
      `The token endpoint refuses the client (status ${response.status}). Check KAFKA_OAUTH_CLIENT_ID, KAFKA_OAUTH_CLIENT_SECRET and KAFKA_OAUTH_SCOPE.`,
    );
  } catch (error) {
    if (error instanceof FatalError || error instanceof RetryableError) throw error;
    // It has answered, and not in JSON.
    if (error instanceof SyntaxError) return null;
    throw unavailable('no answer', error);
  }
}

function unavailable(why: string, cause?: unknown): TokenUnavailable {
  return new TokenUnavailable(
    'oauth_unavailable',
    `The token endpoint is not available (${why}). Check KAFKA_OAUTH_TOKEN_URL.`,
    { cause },
  );
}
