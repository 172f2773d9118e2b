import { type Sleep, sleep as waitFor } from '@fundlens/runtime/backoff';
import type { Purpose } from '../crm-reader.ts';
import { isSource } from '../mapping/source-fields.ts';
import { forbidden, malformed, rateLimited, refused, unauthorized, unavailable } from './crm-errors.ts';
import { type Answer, exchange, type NoAnswer, parsedJson } from './http-exchange.ts';
import { createRequestBudget, type RateLimits, type ReportedLimits } from './request-budget.ts';

/** What began within a caller's patience gets as much. */
const MIN_TIMEOUT_MS = 1_000;
/** A page of 100 contacts with many custom fields is under 1 MB. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** After a failure; the next ones are twice as long each, as far as the caller's patience goes. */
const FIRST_PAUSE_MS = 500;
/**
 * What would be read later than this is put off, so that others get its place in work. Searches of large locations take
 * seconds.
 */
const PATIENCE_MS: Readonly<Record<Purpose, number>> = { webhook: 4_000, backlog: 4_000, bulk: 30_000 };
/** Clients that were refused together do not return together. */
const JITTER = 0.25;
const STOPPED = 'the process stops';

/** What a request is about. HighLevel counts its limits, and gives its tokens, for each of them apart. */
export type Owner = { readonly of: 'location' | 'company'; readonly id: string };

/** Where a bearer token comes from. */
export type AccessTokens = {
  /** `refused`: a token that HighLevel did not take; the same one is not given again while there is another. */
  tokenFor(owner: Owner, refused?: string): Promise<string>;
};

export type CrmRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The path without ids, for messages and metrics. */
  readonly endpoint: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
};

export type CrmRequests = {
  /** The JSON value of the response. Undefined: HighLevel says that the thing does not exist. */
  send(owner: Owner, purpose: Purpose, request: CrmRequest): Promise<unknown>;
};

export type CrmRequestsOptions = {
  readonly baseUrl: string;
  readonly tokens: AccessTokens;
  readonly limits: RateLimits;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
  /** Uniform in 0..1. */
  readonly random: () => number;
  readonly onResponse: (endpoint: string, status: number | 'none') => void;
  /** Ends waits and requests. */
  readonly signal: AbortSignal;
  /** Replaced by tests. */
  readonly sleep?: Sleep;
};

type Sent = { readonly token: string; readonly timeoutMs: number };

/**
 * Sends requests within the limits of each location, waits out refusals and outages, and renews a token once when it is
 * refused. Errors: those of `crm-errors.ts`.
 */
export function createCrmRequests(options: CrmRequestsOptions): CrmRequests {
  const { tokens, limits, monotonic, random, onResponse, signal } = options;
  const pause = async (ms: number, endpoint: string): Promise<void> => {
    await (options.sleep ?? waitFor)(ms, signal);
    if (signal.aborted) throw unavailable(endpoint, STOPPED);
  };
  const budgets = new Map<string, ReturnType<typeof createRequestBudget>>();

  const budgetOf = ({ of, id }: Owner) => {
    const name = `${of}/${id}`;
    const budget = budgets.get(name) ?? createRequestBudget(limits);
    budgets.set(name, budget);
    return budget;
  };

  async function takePlace(owner: Owner, purpose: Purpose, endpoint: string, deadline: number): Promise<void> {
    const budget = budgetOf(owner);
    for (let wait = budget.take(monotonic(), purpose); wait > 0; wait = budget.take(monotonic(), purpose)) {
      if (monotonic() + wait > deadline) throw rateLimited(endpoint);
      await pause(wait, endpoint);
    }
  }

  async function sendOnce(owner: Owner, request: CrmRequest, sent: Sent): Promise<Answer | NoAnswer> {
    const budget = budgetOf(owner);
    const answer = await attempt(options, request, sent);
    budget.finish(monotonic(), answer.status === 'none' ? {} : reportedLimits(answer.headers));
    onResponse(request.endpoint, answer.status);
    if (answer.status === 429) budget.pauseUntil(monotonic() + pauseAfterRefusal(answer.headers, limits, random()));
    if (signal.aborted) throw unavailable(request.endpoint, STOPPED);
    return answer;
  }

  async function pauseBefore(
    attempt: number,
    answer: Answer | NoAnswer,
    endpoint: string,
    deadline: number,
  ): Promise<void> {
    // After a refusal the budget knows how long to wait.
    if (answer.status === 429) return;
    const wait = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 - JITTER * random());
    if (monotonic() + wait > deadline) throw noAnswer(endpoint, answer);
    await pause(wait, endpoint);
  }

  return {
    async send(owner, purpose, request) {
      const { endpoint } = request;
      const deadline = monotonic() + PATIENCE_MS[purpose];
      let refusedToken: string | undefined;
      for (let attempt = 1; ; attempt += 1) {
        const token = await tokens.tokenFor(owner, refusedToken);
        await takePlace(owner, purpose, endpoint, deadline);
        // A timer takes whole milliseconds only.
        const timeoutMs = Math.ceil(Math.max(MIN_TIMEOUT_MS, deadline - monotonic()));
        const answer = await sendOnce(owner, request, { token, timeoutMs });
        if (answer.status === 'none' || answer.status === 429 || answer.status >= 500)
          await pauseBefore(attempt, answer, endpoint, deadline);
        else if (answer.status !== 401) return foundIn(answer, endpoint);
        else if (refusedToken !== undefined) throw unauthorized(endpoint);
        else refusedToken = token;
      }
    },
  };
}

async function attempt(
  { baseUrl, signal }: CrmRequestsOptions,
  { method, path, query = {}, body }: CrmRequest,
  { token, timeoutMs }: Sent,
): Promise<Answer | NoAnswer> {
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return await exchange(url, {
    method,
    token,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    maxBytes: MAX_RESPONSE_BYTES,
  });
}

function foundIn(answer: Answer, endpoint: string): unknown {
  if (answer.status >= 200 && answer.status < 300) {
    const value = parsedJson(answer.text);
    if (value === undefined) throw malformed(endpoint, 'body', 'must be JSON');
    return value;
  }
  if (answer.status === 403) throw forbidden(endpoint);
  if (saysNotFound(answer)) return undefined;
  throw refused(endpoint, answer.status);
}

/**
 * What is not found becomes a deletion, so a status is not enough: a gateway answers 404 for a wrong path, and some endpoints
 * answer 400 both for an entity that does not exist and for a bad request. The response has to say it.
 */
function saysNotFound({ status, text }: Answer): boolean {
  if (status !== 400 && status !== 404 && status !== 422) return false;
  const body = parsedJson(text);
  const message = isSource(body) ? body.message : undefined;
  return typeof message === 'string' && /\bnot found\b|\bdoes not exist\b/i.test(message);
}

function reportedLimits(headers: Headers): ReportedLimits {
  return {
    perInterval: countIn(headers, 'x-ratelimit-max'),
    leftInInterval: countIn(headers, 'x-ratelimit-remaining'),
    leftToday: countIn(headers, 'x-ratelimit-daily-remaining'),
  };
}

function countIn(headers: Headers, name: string): number | undefined {
  const value = headers.get(name);
  return value !== null && /^[0-9]{1,9}$/.test(value) ? Number(value) : undefined;
}

/** Without `Retry-After`: the whole interval. The jitter comes on top, so that no wait is shorter than what was asked for. */
function pauseAfterRefusal(headers: Headers, { intervalMs }: RateLimits, random: number): number {
  const seconds = countIn(headers, 'retry-after');
  const asked =
    seconds === undefined ? (countIn(headers, 'x-ratelimit-interval-milliseconds') ?? intervalMs) : seconds * 1_000;
  return asked * (1 + JITTER * random);
}

function noAnswer(endpoint: string, answer: Answer | NoAnswer): Error {
  if (answer.status === 'none') return unavailable(endpoint, 'no response', answer.error);
  return unavailable(endpoint, `status ${answer.status}`);
}
