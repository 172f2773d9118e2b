import type { paths } from './api-types.ts';
import { FundlensError } from './client-error.ts';

/** A path of the API as the document has it, e.g. `/contacts/{contactId}`. */
export type ApiPath = keyof paths;
type Operation<P extends ApiPath> = paths[P]['get'];
type Given<T> = [T] extends [undefined] ? object : T;

/** `data` of a successful answer. */
export type DataOf<P extends ApiPath> = Operation<P>['responses'][200]['content']['application/json']['data'];
/** Path and query parameters together; their names never meet. */
export type ParametersOf<P extends ApiPath> = Given<NonNullable<Operation<P>['parameters']['path']>> &
  Given<NonNullable<Operation<P>['parameters']['query']>>;
/** Paths that answer in pages. */
export type PagedPath = {
  [P in ApiPath]: DataOf<P> extends { readonly nextCursor: string | null } ? P : never;
}[ApiPath];

export type ClientOptions = {
  /** Ends in the version, e.g. `https://api.example.com/api/v1`. */
  readonly baseUrl: string;
  /** An API key or an access token; asked for before every request, so that it may be renewed. */
  readonly token: () => string | Promise<string>;
  readonly fetch?: typeof fetch;
  /** How often a request is sent again after a 429 or an outage. */
  readonly retries?: number;
  /** A longer `Retry-After` is not waited for: the quota of a day may be hours away. Seconds. */
  readonly longestWait?: number;
  readonly sleep?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
};

export type CallOptions = { readonly signal?: AbortSignal; readonly headers?: Readonly<Record<string, string>> };

export type Answer<P extends ApiPath> = {
  readonly data: DataOf<P>;
  readonly requestId: string;
  readonly headers: Headers;
};

export type Client = {
  /** @throws FundlensError for every answer that is no success; what `fetch` throws when there is none. */
  get<P extends ApiPath>(path: P, parameters: ParametersOf<P>, options?: CallOptions): Promise<Answer<P>>;
  /**
   * The `data` of page after page, until the last; of `/changes` until everything is told. Each is asked for when the one
   * before has been looked at.
   */
  pages<P extends PagedPath>(path: P, parameters: ParametersOf<P>, options?: CallOptions): AsyncGenerator<DataOf<P>>;
};

const RETRIES = 3;
const LONGEST_WAIT_SECONDS = 60;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

export function createClient(options: ClientOptions): Client {
  const { baseUrl, token, retries = RETRIES, longestWait = LONGEST_WAIT_SECONDS } = options;
  const { fetch: send = fetch, sleep = abortableSleep } = options;

  async function once(url: string, { signal, headers }: CallOptions): Promise<Response> {
    const authorization = `Bearer ${await token()}`;
    return send(url, { headers: { ...headers, authorization }, ...(signal === undefined ? {} : { signal }) });
  }

  async function get<P extends ApiPath>(path: P, parameters: ParametersOf<P>, call: CallOptions = {}) {
    const url = baseUrl + targetOf(path, parameters);
    for (let sent = 0; ; sent += 1) {
      const response = await once(url, call);
      if (response.ok) {
        const { data, requestId } = (await response.json()) as Answer<P>;
        return { data, requestId, headers: response.headers };
      }
      const error = await errorOf(response);
      const wait = error.retryAfterSeconds;
      const passing = error.status === TOO_MANY_REQUESTS || error.status >= SERVER_ERROR;
      if (!passing || wait === null || wait > longestWait || sent >= retries) throw error;
      await sleep(wait * 1_000, call.signal);
    }
  }

  return {
    get,
    async *pages(path, parameters, call) {
      let cursor: string | null = null;
      do {
        const asked = cursor === null ? parameters : { ...parameters, cursor };
        const answer: Answer<typeof path> = await get(path, asked, call);
        yield answer.data;
        const { data } = answer;
        cursor = 'hasMore' in data && !data.hasMore ? null : data.nextCursor;
      } while (cursor !== null);
    },
  };
}

/** Parameters of the path go into it, the others behind it; those without a value are left out. */
export function targetOf(path: string, parameters: object): string {
  const query = new URLSearchParams();
  let target = path;
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue;
    const place = `{${name}}`;
    if (target.includes(place)) target = target.replace(place, () => segment(String(value)));
    else query.append(name, String(value));
  }
  return query.size === 0 ? target : `${target}?${query}`;
}

/** URL parsers take a segment of dots for a way up, however it is written. */
function segment(value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new TypeError('an id is neither empty nor made of dots only');
  return encodeURIComponent(value);
}

async function errorOf(response: Response): Promise<FundlensError> {
  const { status, headers } = response;
  const text = await response.text();
  const { code = null, message = `the service answered ${status}`, requestId = null, ...more } = envelopeOf(text);
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return new FundlensError({
    status,
    code,
    message,
    reason: more.reason ?? null,
    details: more.details ?? [],
    requestId: requestId ?? headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  });
}

type ErrorMembers = Partial<Pick<FundlensError, 'message' | 'details'>> &
  Partial<Record<'code' | 'reason' | 'requestId', string>>;

function envelopeOf(text: string): ErrorMembers {
  try {
    return (JSON.parse(text) as { error?: object } | null)?.error ?? {};
  } catch {
    // Not from the service: a proxy in between answers in its own words.
    return {};
  }
}

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
