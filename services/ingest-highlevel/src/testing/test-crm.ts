import { createCrmClient } from '../crm-api/crm-client.ts';
import type { RateLimits } from '../crm-api/request-budget.ts';
import type { AccessTokens } from '../crm-api/requests.ts';
import { type CrmRequestsOptions, createCrmRequests } from '../crm-api/requests.ts';
import { ModelCrm } from './model-crm.ts';
import { startModelServer } from './model-server.ts';

export const LOCATION = 'loc-harbor-1';
export const TOKEN = 'pit-model';

/** HighLevel's limits with time 20 times faster. */
export const FAST_LIMITS: RateLimits = { perInterval: 100, intervalMs: 500, perDay: 200_000 };

type TestCrmOptions = Partial<CrmRequestsOptions> & {
  /** Instead of one token for all; of the base URL. */
  readonly tokensOf?: (baseUrl: string) => AccessTokens;
  readonly appId?: string;
};

/** A model CRM with one location, behind HTTP, and our client of it. */
export async function startTestCrm(options: TestCrmOptions = {}) {
  const { tokensOf, appId, monotonic = () => performance.now(), ...clientOptions } = options;
  const crm = new ModelCrm();
  crm.addLocation(LOCATION);
  const server = await startModelServer(crm, { limits: FAST_LIMITS, now: monotonic });
  server.tokens.allow(TOKEN, [LOCATION]);
  const stopping = new AbortController();
  const requests = createCrmRequests({
    baseUrl: server.url,
    tokens: tokensOf?.(server.url) ?? { tokenFor: async () => TOKEN },
    limits: FAST_LIMITS,
    monotonic,
    random: Math.random,
    onResponse: () => undefined,
    signal: stopping.signal,
    ...clientOptions,
  });
  return {
    ...{ crm, server },
    client: createCrmClient(requests, { appId }),
    async close() {
      stopping.abort();
      await server.close();
    },
  };
}

export type TestCrm = Awaited<ReturnType<typeof startTestCrm>>;
