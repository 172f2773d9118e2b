import type { ApiPath, DataOf, EntryOf, PagedPath, ParametersOf, RevalidatedPath } from './api-shapes.ts';
import { FundlensError } from './client-error.ts';
import { batchOf, type ChangeBatch, type FollowOptions, POLL_MS } from './follow-changes.ts';
import {
  type LogPosition,
  type PositionStatus,
  positionHeader,
  positionStatusesOf,
  type RateLimit,
  rateLimitOf,
  targetOf,
} from './http-values.ts';
import {
  abortableSleep,
  createTransport,
  type HttpAnswer,
  type HttpRequest,
  type TransportOptions,
} from './transport.ts';

export type ClientOptions = TransportOptions & {
  /** Ends in the version, e.g. `https://api.example.com/api/v1`. */
  readonly baseUrl: string;
};

export type CallOptions = {
  /** Ends the request, its retries and every wait. */
  readonly signal?: AbortSignal | undefined;
  /** Positions of published events that the answer must contain; the service waits for them up to five seconds. */
  readonly waitFor?: readonly (LogPosition | string)[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** What every answer says beside its data. */
export type AnswerFacts = {
  /** Names the request at the service: quote it when you ask about an answer. */
  readonly requestId: string;
  /** For `getIfChanged`; null where the answer must not be kept. */
  readonly etag: string | null;
  /** ISO-8601: the answer contains everything published until then; null while that is unknown. */
  readonly dataAsOf: string | null;
  /** What became of each position of `waitFor`, in its order. */
  readonly positions: readonly PositionStatus[];
  readonly rateLimit: RateLimit | null;
  readonly headers: Headers;
};

export type Answer<P extends ApiPath> = AnswerFacts & { readonly modified: true; readonly data: DataOf<P> };
/** The data is still that of the entity tag. */
export type NotModified = AnswerFacts & { readonly modified: false };

export type ChangesParameters = Omit<ParametersOf<'/changes'>, 'cursor'> & {
  /** Of the last batch that was applied; null or none: from the beginning of everything. */
  readonly cursor?: string | null | undefined;
};

/** Every method throws FundlensError for an answer that is no success, and what `fetch` throws when there is none. */
export type Client = {
  get<P extends ApiPath>(path: P, parameters: ParametersOf<P>, options?: CallOptions): Promise<Answer<P>>;
  /** Asks for what may be kept already. @param etag of the answer that is kept; null: none is. */
  getIfChanged<P extends RevalidatedPath>(
    path: P,
    parameters: ParametersOf<P>,
    etag: string | null,
    options?: CallOptions,
  ): Promise<Answer<P> | NotModified>;
  /**
   * The `data` of page after page, until the last; of `/changes` until everything is told. Each is asked for when the one
   * before has been looked at. `cursor` of the parameters begins after that page.
   */
  pages<P extends PagedPath>(path: P, parameters: ParametersOf<P>, options?: CallOptions): AsyncGenerator<DataOf<P>>;
  /** The entries of all pages, one by one. */
  entries<P extends PagedPath>(path: P, parameters: ParametersOf<P>, options?: CallOptions): AsyncGenerator<EntryOf<P>>;
  /** Follows `/changes` for ever, through limits and outages. Ends by `break`, or by throwing the reason of the signal. */
  follow(parameters?: ChangesParameters, options?: FollowOptions): AsyncGenerator<ChangeBatch, never, undefined>;
};

const NOT_MODIFIED = 304;

type Call = CallOptions & Pick<HttpRequest, 'onOutage'>;

/** @throws TypeError for a base URL that no request can have. */
export function createClient({ baseUrl, ...options }: ClientOptions): Client {
  const transport = createTransport(options);
  const { sleep = abortableSleep } = options;
  const base = addressOf(baseUrl);

  async function ask(path: string, parameters: object, call: Call): Promise<HttpAnswer> {
    const { signal, waitFor = [], headers = {}, onOutage } = call;
    const waiting = waitFor.length === 0 ? {} : { 'x-wait-for-position': positionHeader(waitFor) };
    const url = base + targetOf(path, parameters);
    return transport.send({ url, headers: { ...headers, ...waiting }, signal, onOutage });
  }

  async function get<P extends ApiPath>(path: P, parameters: ParametersOf<P>, call: Call = {}) {
    return answerOf<P>(await ask(path, parameters, call));
  }

  async function* pages<P extends PagedPath>(path: P, parameters: ParametersOf<P>, call?: CallOptions) {
    let cursor: string | null = null;
    do {
      const { data }: Answer<P> = await get(path, cursor === null ? parameters : { ...parameters, cursor }, call);
      yield data;
      cursor = 'hasMore' in data && !data.hasMore ? null : data.nextCursor;
    } while (cursor !== null);
  }

  return {
    get,
    pages,

    async getIfChanged(path, parameters, etag, call = {}) {
      const held = etag === null ? {} : { 'if-none-match': etag };
      const answer = await ask(path, parameters, { ...call, headers: { ...call.headers, ...held } });
      if (answer.status !== NOT_MODIFIED) return answerOf<typeof path>(answer);
      return { modified: false, requestId: answer.headers.get('x-request-id') ?? '', ...factsOf(answer.headers) };
    },

    async *entries<P extends PagedPath>(path: P, parameters: ParametersOf<P>, call?: CallOptions) {
      for await (const data of pages(path, parameters, call)) {
        // A page has one list; its name differs from path to path.
        yield* (Object.values(data).find(Array.isArray) ?? []) as EntryOf<P>[];
      }
    },

    async *follow(
      { cursor: from = null, ...parameters } = {},
      options = {},
    ): AsyncGenerator<ChangeBatch, never, undefined> {
      const { signal, pollMs = POLL_MS, onOutage = () => undefined } = options;
      for (let cursor = from; ; ) {
        const asked = cursor === null ? parameters : { ...parameters, cursor };
        const { data } = await get('/changes', asked, { signal, onOutage });
        cursor = data.nextCursor;
        yield batchOf(data);
        if (!data.hasMore) await sleep(pollMs, signal);
      }
    },
  };
}

/** Checked once: `fetch` would fail with it as it fails when there is no answer. */
function addressOf(baseUrl: string): string {
  try {
    // A request also knows addresses relative to a page's, and refuses a user's name and password.
    if (/^https?:/.test(new Request(baseUrl).url)) return baseUrl.replace(/\/+$/, '');
  } catch {
    // Refused below, without what it may hold.
  }
  throw new TypeError('baseUrl must be an address of http or https, without a user or password');
}

function factsOf(headers: Headers) {
  return {
    etag: headers.get('etag'),
    dataAsOf: headers.get('x-data-as-of'),
    positions: positionStatusesOf(headers),
    rateLimit: rateLimitOf(headers),
    headers,
  };
}

/** @throws FundlensError for a success that is none of the service's, e.g. the sign-in page of a network. */
function answerOf<P extends ApiPath>({ status, headers, text }: HttpAnswer): Answer<P> {
  const { data, requestId } = envelopeOf<DataOf<P>>(text);
  if (data === undefined || requestId === undefined) throw new FundlensError(status, headers, text);
  return { modified: true, data, requestId, ...factsOf(headers) };
}

function envelopeOf<Data>(text: string): { readonly data?: Data; readonly requestId?: string } {
  try {
    return (JSON.parse(text) as { data?: Data; requestId?: string } | null) ?? {};
  } catch {
    return {};
  }
}
