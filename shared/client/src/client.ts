import type { ApiPath, DataOf, EntryOf, PagedPath, ParametersOf, RevalidatedPath } from './api-shapes.ts';
import { FundlensError, type HttpAnswer, type PositionStatus, parsed, type RateLimit, rateLimitOf } from './answer.ts';
import { createTransport, sleep, type Transport, type TransportOptions } from './transport.ts';

// biome-ignore-start lint/performance/noBarrelFile: this is the one entry of the installed package.
export type { ApiPath, DataOf, EntryOf, PagedPath, ParametersOf, RevalidatedPath, Schemas } from './api-shapes.ts';
export { FundlensError, type PositionStatus, type RateLimit } from './answer.ts';
// biome-ignore-end lint/performance/noBarrelFile: the rest is its own.

export type ClientOptions = TransportOptions & {
  /** Ends in the version, e.g. `https://api.example.com/api/v1`. */
  readonly baseUrl: string;
};

export type CallOptions = {
  /** Ends the request, its retries and every wait. */
  readonly signal?: AbortSignal | undefined;
  /** Positions of published events that the answer must contain; the service waits for them up to five seconds. */
  readonly waitFor?: readonly (LogPosition | string)[] | undefined;
};

/** A position in the event log, as Kafka returns it to the publisher; as text: `<topic>/<partition>/<offset>`. */
export type LogPosition = { readonly topic: string; readonly partition: number; readonly offset: number | string };

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

export type FollowOptions = {
  readonly signal?: AbortSignal | undefined;
  /**
   * Pause between polls once everything is told. Milliseconds; default: 5,000. A change is told some seconds after its event:
   * a shorter pause spends quota for little.
   */
  readonly pollMs?: number | undefined;
  /** The client calls it with every failure after which it tries again, e.g. to log it. */
  readonly onOutage?: ((failure: unknown) => void) | undefined;
};

type Call = CallOptions & Pick<FollowOptions, 'onOutage'> & { readonly held?: string | null };

/** @throws TypeError for a base URL that no request can have. */
export function createClient(options: ClientOptions): Client {
  return new Client(options);
}

/** Every method throws FundlensError for an answer that is no success, and what `fetch` throws when there is none. */
export class Client {
  readonly #base: string;
  readonly #send: Transport;

  constructor({ baseUrl, ...options }: ClientOptions) {
    this.#base = addressOf(baseUrl);
    this.#send = createTransport(options);
  }

  async get<P extends ApiPath>(path: P, parameters: ParametersOf<P>, options?: CallOptions): Promise<Answer<P>> {
    return answerOf(await this.#ask(path, parameters, options));
  }

  /** Asks for what may be kept already. @param etag of the answer that is kept; null: none is. */
  async getIfChanged<P extends RevalidatedPath>(
    path: P,
    parameters: ParametersOf<P>,
    etag: string | null,
    options?: CallOptions,
  ): Promise<Answer<P> | NotModified> {
    const answer = await this.#ask(path, parameters, { ...options, held: etag });
    if (answer.status !== 304) return answerOf(answer);
    return { modified: false, requestId: answer.headers.get('x-request-id') ?? '', ...factsOf(answer.headers) };
  }

  /**
   * The `data` of page after page, until the last; of `/changes` until everything is told. Each is asked for when the one
   * before has been looked at. `cursor` of the parameters begins after that page.
   */
  async *pages<P extends PagedPath>(
    path: P,
    parameters: ParametersOf<P>,
    options?: CallOptions,
  ): AsyncGenerator<DataOf<P>> {
    for (let asked = parameters; ; ) {
      const { data } = await this.get(path, asked, options);
      yield data;
      if (data.nextCursor === null || ('hasMore' in data && !data.hasMore)) return;
      asked = { ...parameters, cursor: data.nextCursor };
    }
  }

  /** The entries of all pages, one by one. */
  async *entries<P extends PagedPath>(
    path: P,
    parameters: ParametersOf<P>,
    options?: CallOptions,
  ): AsyncGenerator<EntryOf<P>> {
    for await (const data of this.pages(path, parameters, options)) {
      // A page has one list; its name differs from path to path.
      yield* (Object.values(data).find(Array.isArray) ?? []) as EntryOf<P>[];
    }
  }

  /**
   * Follows `/changes` for ever, through limits and outages: the `data` of each poll. Keep `nextCursor` once its changes are
   * applied, and begin with it after a restart. Ends by `break`, or by throwing the reason of the signal.
   */
  async *follow(
    parameters: ChangesParameters = {},
    { signal, pollMs = 5_000, onOutage = () => undefined }: FollowOptions = {},
  ): AsyncGenerator<DataOf<'/changes'>, never, undefined> {
    for (let asked = parameters; ; ) {
      const { data } = answerOf<'/changes'>(await this.#ask('/changes', asked, { signal, onOutage }));
      asked = { ...parameters, cursor: data.nextCursor };
      yield data;
      if (!data.hasMore) await sleep(pollMs, signal);
    }
  }

  #ask(path: string, parameters: object, { signal, waitFor = [], held = null, onOutage }: Call = {}) {
    const headers: Record<string, string> = {};
    if (held !== null) headers['if-none-match'] = held;
    if (waitFor.length > 0) headers['x-wait-for-position'] = waitFor.map(positionText).join(', ');
    return this.#send({ url: this.#base + targetOf(path, parameters), headers, signal, onOutage });
  }
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

/** Parameters of the path go into it, the others behind it; those without a value are left out. */
function targetOf(path: string, parameters: object): string {
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

function positionText(position: LogPosition | string): string {
  return typeof position === 'string' ? position : `${position.topic}/${position.partition}/${position.offset}`;
}

function factsOf(headers: Headers) {
  return {
    etag: headers.get('etag'),
    dataAsOf: headers.get('x-data-as-of'),
    positions: (headers.get('x-position-status') ?? '').split(/ *, */).filter((status) => status !== ''),
    rateLimit: rateLimitOf(headers),
    headers,
  };
}

/** @throws FundlensError for a success that is none of the service's, e.g. the sign-in page of a network. */
function answerOf<P extends ApiPath>(answer: HttpAnswer): Answer<P> {
  const { data, requestId } = parsed<{ data: DataOf<P>; requestId: string }>(answer.text);
  if (data === undefined || requestId === undefined) throw new FundlensError(answer);
  return { modified: true, data, requestId, ...factsOf(answer.headers) };
}
