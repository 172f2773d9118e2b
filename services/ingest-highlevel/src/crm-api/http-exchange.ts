/** Their spec's version of the API, which every request names. */
const API_VERSION = '2021-07-28';

export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };
/** There is no response, or one that is too large. */
export type NoAnswer = { readonly status: 'none'; readonly error: unknown };

export type Exchange = {
  readonly method: 'GET' | 'POST';
  /** Of the bearer. */
  readonly token?: string;
  /** A form, or JSON text. */
  readonly body?: URLSearchParams | string;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
};

/** One request and its response, whatever its status. */
export async function exchange(
  url: URL,
  { method, token, body, signal, maxBytes }: Exchange,
): Promise<Answer | NoAnswer> {
  const headers = new Headers({ version: API_VERSION, accept: 'application/json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  try {
    // A redirect would take the token to another host.
    const sent = { method, headers, signal, redirect: 'error' as const, ...(body !== undefined && { body }) };
    const response = await fetch(url, sent);
    return { status: response.status, headers: response.headers, text: await boundedText(response, maxBytes) };
  } catch (error) {
    return { status: 'none', error };
  }
}

/** Ends once the body is longer, without reading the rest. */
async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new RangeError('The response is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined: it is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
