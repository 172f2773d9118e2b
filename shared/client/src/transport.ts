import { abortableSleep } from './abortable-sleep.ts';
import { FundlensError } from './client-error.ts';
import { isPassing, retryDelayMs } from './retry-policy.ts';

export type TransportOptions = {
  /** An API key or an access token; asked for before every attempt, so that it may be renewed. */
  readonly token: () => string | Promise<string>;
  readonly fetch?: typeof fetch | undefined;
  /** How often a request is sent again after a 429, an outage or a broken connection. Default: 3. */
  readonly retries?: number | undefined;
  /** A longer `Retry-After` is not waited for: the quota of a day may be hours away. Seconds; default: 60. */
  readonly longestWait?: number | undefined;
  /** How long one attempt may take, until its whole answer is there. Milliseconds; default: 30,000. */
  readonly timeoutMs?: number | undefined;
  readonly sleep?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** From 0 to below 1. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
};

export type HttpRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
};

/** 200 or 304, with the whole body. */
export type HttpAnswer = { readonly status: number; readonly headers: Headers; readonly text: string };

export type Transport = {
  /** @throws FundlensError for every other answer; what `fetch` throws when there is none; the signal's reason. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Waits until a failed request may be sent again. */
  pause(failure: unknown, attempt: number, signal: AbortSignal | undefined): Promise<void>;
};

const RETRIES = 3;
const LONGEST_WAIT_SECONDS = 60;
/** More than the service takes for a request, and for the longest wait for a position. */
const TIMEOUT_MS = 30_000;
const NOT_MODIFIED = 304;

export function createTransport(options: TransportOptions): Transport {
  const { token, retries = RETRIES, longestWait = LONGEST_WAIT_SECONDS, timeoutMs = TIMEOUT_MS } = options;
  // Looked up with each request: whoever replaces the global one later means this client too.
  const { fetch: ask = (...args) => fetch(...args), sleep = abortableSleep, random = Math.random } = options;

  async function attempt({ url, headers, signal }: HttpRequest): Promise<HttpAnswer> {
    const authorization = `Bearer ${await token()}`;
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await ask(url, {
      headers: { ...headers, authorization },
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    if (response.ok || response.status === NOT_MODIFIED) return answer;
    throw new FundlensError(answer.status, answer.headers, answer.text);
  }

  function isWorthWaiting(failure: unknown): boolean {
    if (!isPassing(failure)) return false;
    return !(failure instanceof FundlensError) || (failure.retryAfterSeconds ?? 0) <= longestWait;
  }

  function pause(failure: unknown, failed: number, signal: AbortSignal | undefined): Promise<void> {
    return sleep(retryDelayMs(failure, failed, random()), signal);
  }

  return {
    pause,
    async send(request) {
      for (let failed = 0; ; failed += 1) {
        try {
          return await attempt(request);
        } catch (failure) {
          if (request.signal?.aborted) throw request.signal.reason;
          if (failed >= retries || !isWorthWaiting(failure)) throw failure;
          await pause(failure, failed, request.signal);
        }
      }
    },
  };
}
