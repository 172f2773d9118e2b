import { randomUUID } from 'node:crypto';
import type { ModelResponse } from './model-read-api.ts';

/** Tokens as HighLevel gives them: refresh tokens are good for one use, and a company's token reads no location. */
export function createModelTokens() {
  const locationsByToken = new Map<string, readonly string[]>();
  const refreshTokens = new Map<string, { readonly companyId: string; readonly locations: readonly string[] }>();
  const companies = new Map<string, { readonly companyId: string; readonly locations: readonly string[] }>();

  const refuse = (message: string): ModelResponse => ({ status: 400, body: { error: 'invalid_grant', message } });

  function refresh(form: URLSearchParams): ModelResponse {
    const grant = refreshTokens.get(form.get('refresh_token') ?? '');
    if (form.get('grant_type') !== 'refresh_token' || grant === undefined)
      return refuse('This refresh token is invalid');
    refreshTokens.delete(form.get('refresh_token') ?? '');
    const [token, next] = [`company-${randomUUID()}`, `refresh-${randomUUID()}`];
    companies.set(token, grant);
    refreshTokens.set(next, grant);
    const body = {
      access_token: token,
      refresh_token: next,
      expires_in: 86_399,
      userType: 'Company',
      companyId: grant.companyId,
    };
    return { status: 200, body };
  }

  function exchange(form: URLSearchParams, bearer: string): ModelResponse {
    const company = companies.get(bearer);
    const locationId = form.get('locationId') ?? '';
    if (company === undefined) return { status: 401, body: { message: 'Invalid JWT' } };
    if (form.get('companyId') !== company.companyId || !company.locations.includes(locationId))
      return refuse('not installed');
    const token = `location-${randomUUID()}`;
    locationsByToken.set(token, [locationId]);
    return { status: 201, body: { access_token: token, expires_in: 86_399, userType: 'Location', locationId } };
  }

  return {
    /** A private integration token. */
    allow(token: string, locations: readonly string[]): void {
      locationsByToken.set(token, locations);
    },
    install(refreshToken: string, companyId: string, locations: readonly string[]): void {
      refreshTokens.set(refreshToken, { companyId, locations });
    },
    revokeAll(): void {
      locationsByToken.clear();
      companies.clear();
    },
    locationsOf: (token: string) => locationsByToken.get(token),
    companyOf: (token: string) => companies.get(token),
    answer(path: string, form: URLSearchParams, bearer: string): ModelResponse {
      if (path === '/oauth/token') return refresh(form);
      if (path === '/oauth/locationToken') return exchange(form, bearer);
      return { status: 404, body: { statusCode: 404, message: `Cannot POST ${path}` } };
    },
  };
}
