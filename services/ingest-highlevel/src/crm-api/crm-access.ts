import { currentSecret } from '@fundlens/runtime/secret-files';
import type { RateLimits } from './request-budget.ts';
import { type AccessTokens, createOAuthTokens, fixedToken, type Owner } from './access-tokens.ts';
import { type CrmClient, createCrmClient } from './crm-client.ts';
import { createOAuthRequests } from './oauth-requests.ts';
import type { CrmAccess } from './options.ts';
import { refreshTokenFile } from './refresh-token-file.ts';
import { createCrmRequests } from './requests.ts';

type Options = {
  readonly access: CrmAccess;
  readonly baseUrl: string;
  readonly limits: RateLimits;
  readonly onResponse: (endpoint: string, status: number | 'none') => void;
  readonly onLongWait: (owner: Owner, ms: number) => void;
  readonly signal: AbortSignal;
};

/** HighLevel's API by the clock and the files of this process. */
export function openCrmClient({ access, baseUrl, limits, onResponse, onLongWait, signal }: Options): CrmClient {
  const monotonic = () => performance.now();
  const tokens = tokensOf(access, baseUrl, monotonic);
  return createCrmClient(
    createCrmRequests({ baseUrl, tokens, limits, monotonic, random: Math.random, onResponse, onLongWait, signal }),
  );
}

function tokensOf(access: CrmAccess, baseUrl: string, monotonic: () => number): AccessTokens {
  if (access.by === 'token') return fixedToken(currentSecret(access.token, access.file));
  const { clientId, clientSecret, secretFile, refreshTokenFile: file } = access;
  const requests = createOAuthRequests({ baseUrl, clientId, clientSecret: currentSecret(clientSecret, secretFile) });
  return createOAuthTokens({ requests, refreshTokens: refreshTokenFile(file), monotonic });
}
