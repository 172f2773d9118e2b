import { FundlensError, type HttpAnswer } from './answer.ts';

export type TransportOptions = {
  /** An API key or an access token; asked for before every attempt, so that it may be renewed. */
  readonly token: () => string | Promise<string>;
  readonly fetch?: typeof fetch | undefined;
  /** How often a request is sent again after a 429, an outage or a broken connection. Default: 3. */
  readonly retries?: number | undefined;
  /** A longer `Retry-After` is not waited for: the quota of a day may be hours away. Seconds; default: 60. */
  readonly longestWait?: number | undefined;
  /**
   * How long one attempt may take, until its whole answer is there. Milliseconds; default: 30,000, more than the service
   * takes for a request and for the longest wait for a position.
   */
  readonly timeoutMs?: number | undefined;
};

export type HttpRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  /** Limits and outages are waited out, however often and long, and each is told. Undefined: as the options say. */
  readonly onOutage: ((failure: unknown) => void) | undefined;
};

/**
 * Gives 200 or 304.
 * @throws FundlensError for every other answer; what `fetch` throws when there is none; what `token` throws; the signal's reason.
 */
export type Transport = (request: HttpRequest) => Promise<HttpAnswer>;

const ONE_LINE = /^[\x21-\x7e]*$/;

export function createTransport(options: TransportOptions): Transport {
  const { token, retries = 3, longestWait = 60, timeoutMs = 30_000 } = options;

  /** `fetch` throws a TypeError for a header that cannot be sent, too, and puts its value into the message. */
  async function headersOf(request: HttpRequest): Promise<Headers> {
    const key = (await token()).trim();
    if (!ONE_LINE.test(key)) throw new TypeError('token() must give one line of visible ASCII characters');
    return new Headers({ ...request.headers, authorization: `Bearer ${key}` });
  }

  async function attempt({ url, signal }: HttpRequest, headers: Headers): Promise<HttpAnswer> {
    const timeout = AbortSignal.timeout(timeoutMs);
    // The global one is looked up with each request: an application that replaces it later means this client too.
    const response = await (options.fetch ?? fetch)(url, {
      headers,
      // The service sends none. A loop of redirects would look like no answer.
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const answer = { status: response.status, headers: response.headers, text: await response.text() };
    if (response.ok || response.status === 304) return answer;
    throw new FundlensError(answer);
  }

  return async (request) => {
    const { signal, onOutage } = request;
    for (let failed = 0; ; failed += 1) {
      // Not within `try`: what fails here is a mistake of the caller, which a retry would repeat.
      const headers = await headersOf(request);
      try {
        return await attempt(request, headers);
      } catch (failure) {
        if (signal?.aborted) throw signal.reason;
        if (!isPassing(failure)) throw failure;
        const asked = failure instanceof FundlensError ? failure.retryAfterSeconds : null;
        if (onOutage !== undefined) onOutage(failure);
        else if (failed >= retries || (asked ?? 0) > longestWait) throw failure;
        await sleep(retryDelayMs(asked, failed), signal);
      }
    }
  };
}

/** From a proxy before the service while an instance starts or ends; often without `Retry-After`. */
const GATEWAY = new Set([502, 503, 504]);

/** Whether the same request may succeed later: a limit, an outage, or no answer at all. */
function isPassing(failure: unknown): boolean {
  if (failure instanceof FundlensError) {
    const { status, retryAfterSeconds } = failure;
    return status === 429 || GATEWAY.has(status) || (status >= 500 && retryAfterSeconds !== null);
  }
  // `fetch` throws a TypeError when a connection breaks; an attempt that takes too long ends in a TimeoutError.
  return failure instanceof TypeError || (failure instanceof Error && failure.name === 'TimeoutError');
}

/** The first wait where the answer names none; it doubles with every attempt. */
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 15_000;
/** The clients of one credential are refused together and are told the same time: they come back spread over this share of it. */
const JITTER_SHARE = 0.25;
const LEAST_JITTER_SECONDS = 0.5;

/**
 * Milliseconds until a retry: never less than `asked`, the seconds of `Retry-After`, else twice as long as the time before.
 * @param attempt 0 for the first one that failed.
 */
export function retryDelayMs(asked: number | null, attempt: number): number {
  if (asked !== null) return 1_000 * (asked + Math.random() * Math.max(LEAST_JITTER_SECONDS, asked * JITTER_SHARE));
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt);
  return backoff / 2 + (Math.random() * backoff) / 2;
}

/** @throws the signal's reason, as soon as it is aborted. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    // A timer of more than 2³¹ milliseconds ends at once.
    const timer = setTimeout(end, Math.min(milliseconds, 2 ** 31 - 1));
    signal?.addEventListener('abort', end);
  });
  signal?.throwIfAborted();
}
