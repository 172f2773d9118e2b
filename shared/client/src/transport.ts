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
  /** Limits and outages are waited out, however often and long, and each is told. Default: as the options say. */
  readonly onOutage?: ((failure: unknown) => void) | undefined;
};

/** 200 or 304, with the whole body. */
export type HttpAnswer = { readonly status: number; readonly headers: Headers; readonly text: string };

const RETRIES = 3;
const LONGEST_WAIT_SECONDS = 60;
/** More than the service takes for a request, and for the longest wait for a position. */
const TIMEOUT_MS = 30_000;
const NOT_MODIFIED = 304;
/** What a header takes; `fetch` strips the blanks around it. */
const ONE_LINE = /^\s*[\x21-\x7e]*\s*$/;

export function createTransport(options: TransportOptions) {
  const { token, retries = RETRIES, longestWait = LONGEST_WAIT_SECONDS, timeoutMs = TIMEOUT_MS } = options;
  // Looked up with each request: whoever replaces the global one later means this client too.
  const { fetch: ask = (...args) => fetch(...args), sleep = abortableSleep, random = Math.random } = options;

  /** `fetch` throws a TypeError for a header that cannot be sent, too, and puts its value into the message. */
  async function headersOf(request: HttpRequest): Promise<Headers> {
    const key = await token();
    if (!ONE_LINE.test(key)) throw new TypeError('token() must give one line of visible ASCII characters');
    return new Headers({ ...request.headers, authorization: `Bearer ${key}` });
  }

  async function attempt({ url, signal }: HttpRequest, headers: Headers): Promise<HttpAnswer> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await ask(url, {
      headers,
      // The service sends none. A loop of redirects would look like no answer.
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    if (response.ok || response.status === NOT_MODIFIED) return answer;
    throw new FundlensError(answer.status, answer.headers, answer.text);
  }

  function isWorthWaiting(failure: unknown): boolean {
    return !(failure instanceof FundlensError) || (failure.retryAfterSeconds ?? 0) <= longestWait;
  }

  return {
    sleep,
    /** @throws FundlensError for every other answer; what `fetch` throws when there is none; what `token` throws; the signal's reason. */
    async send(request: HttpRequest): Promise<HttpAnswer> {
      const { signal, onOutage } = request;
      for (let failed = 0; ; failed += 1) {
        // Not within `try`: what fails here is a mistake of the caller, which a retry would repeat.
        const headers = await headersOf(request);
        try {
          return await attempt(request, headers);
        } catch (failure) {
          if (signal?.aborted) throw signal.reason;
          if (!isPassing(failure)) throw failure;
          if (onOutage !== undefined) onOutage(failure);
          else if (failed >= retries || !isWorthWaiting(failure)) throw failure;
          await sleep(retryDelayMs(failure, failed, random()), signal);
        }
      }
    },
  };
}

/** @throws the signal's reason, as soon as it is aborted. */
function abortableSleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
