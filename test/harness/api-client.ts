import { assertDocumented, createResponseContract } from '@fundlens/query/testing/response-contract';

/** What the API answered; `body` is the whole text as it came. */
export type ApiAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
};

export type ApiRequest = {
  /** Path below the base URL with its query, already encoded, e.g. `/contacts?limit=7`. */
  readonly target: string;
  /** Undefined: no Authorization header. */
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

/** An answer that does not come fails the test. */
const TIMEOUT_MS = 30_000;

/** Every answer that a test sees is held to the document. */
const contract = createResponseContract();

/** An answer of this build. @throws when it is not held by the document */
export async function request(baseUrl: string, asked: ApiRequest): Promise<ApiAnswer> {
  const answer = await exchange(baseUrl, asked);
  assertDocumented(contract, { method: 'GET', target: asked.target, ...answer });
  return answer;
}

/** An answer of any build: another one has another document. */
export async function exchange(baseUrl: string, { target, token, headers }: ApiRequest): Promise<ApiAnswer> {
  const response = await fetch(`${baseUrl}${target}`, {
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    // As it was sent: where it leads is another answer.
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/**
 * The `data` of a successful answer.
 * @throws with status, error code and reason for any other.
 */
export async function dataOf<T>(answer: Promise<ApiAnswer>): Promise<T> {
  const { status, body } = await answer;
  const envelope = JSON.parse(body) as {
    readonly data?: T;
    readonly error?: { readonly code: string; readonly reason?: string };
  };
  if (status !== 200 || envelope.data === undefined) {
    const { code = 'without data', reason } = envelope.error ?? {};
    throw new Error(`the API answered ${status} ${code}${reason === undefined ? '' : ` (${reason})`}`);
  }
  return envelope.data;
}

/** `path?name=value&…`; parameters without a value are left out. */
export function target(path: string, parameters: Readonly<Record<string, string | number | undefined>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}
