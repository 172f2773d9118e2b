import { RetryableError } from '@fundlens/runtime/errors';

/** What a request is about. HighLevel counts its limits, and gives its tokens, for each of them apart. */
export type Owner = { readonly of: 'location' | 'company'; readonly id: string };

/** Where a bearer token comes from. */
export type AccessTokens = {
  /** `refused`: a token that HighLevel did not take; the same one is not given again while there is another. */
  tokenFor(owner: Owner, refused?: string): Promise<string>;
};

/**
 * One token for all requests: a private integration token, or an access token that something else keeps fresh. `read` gives
 * what stands in the file now, so a token that is replaced there needs no restart.
 */
export function fixedToken(read: () => string): AccessTokens {
  return { tokenFor: async () => read() };
}

/** A refresh token is good for one use: the next one is stored before the access token that came with it is used. */
export type RefreshTokenStore = { read(): Promise<string>; replace(token: string): Promise<void> };

/** The two requests of HighLevel's OAuth 2.0 that this needs. */
export type TokenRequests = {
  refresh(refreshToken: string): Promise<TokenGrant>;
  /** `POST /oauth/locationToken`: a company's token exchanged for one of its locations. */
  forLocation(companyToken: string, companyId: string, locationId: string): Promise<TokenGrant>;
};

export type TokenGrant = {
  readonly accessToken: string;
  readonly lifeSeconds: number;
  readonly refreshToken?: string | undefined;
  /** A company's token reads no location; it is exchanged. */
  readonly userType?: string | undefined;
  readonly companyId?: string | undefined;
};

type Options = {
  readonly requests: TokenRequests;
  readonly refreshTokens: RefreshTokenStore;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
};

type Held = TokenGrant & { readonly renewAt: number };

/** A token is renewed after this share of its life: requests that begin later get one that lasts. */
const RENEW_AFTER_SHARE = 0.8;

/**
 * Access tokens of an OAuth app (a company's or a location's), renewed before they end and when they are refused. One
 * renewal at a time: two would spend the same refresh token.
 */
export function createOAuthTokens({ requests, refreshTokens, monotonic }: Options): AccessTokens {
  let app: Held | undefined;
  let renewing: Promise<Held> | undefined;
  const byLocation = new Map<string, Held>();

  const held = (grant: TokenGrant): Held => ({
    ...grant,
    renewAt: monotonic() + grant.lifeSeconds * 1_000 * RENEW_AFTER_SHARE,
  });
  const isGood = (token: Held | undefined, refused?: string): token is Held =>
    token !== undefined && token.accessToken !== refused && monotonic() < token.renewAt;

  async function renew(): Promise<Held> {
    const grant = await requests.refresh(await refreshTokens.read());
    if (grant.refreshToken !== undefined) await refreshTokens.replace(grant.refreshToken);
    app = held(grant);
    return app;
  }

  async function appToken(refused?: string): Promise<Held> {
    if (isGood(app, refused)) return app;
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return await renewing;
  }

  async function exchange(locationId: string, token: Held): Promise<Held> {
    if (token.companyId === undefined) throw noCompany();
    const grant = await requests.forLocation(token.accessToken, token.companyId, locationId);
    return held(grant);
  }

  return {
    async tokenFor(owner, refused) {
      const known = owner.of === 'location' ? byLocation.get(owner.id) : undefined;
      if (isGood(known, refused)) return known.accessToken;
      const token = await appToken(refused);
      if (token.userType !== 'Company' || owner.of === 'company') return token.accessToken;
      const fresh = await exchange(owner.id, token);
      byLocation.set(owner.id, fresh);
      return fresh.accessToken;
    },
  };
}

function noCompany(): RetryableError {
  return new RetryableError('crm_unauthorized', "HighLevel's company token names no company. Install the app again.");
}
