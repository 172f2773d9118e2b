import { invalidRequest } from '../api-error.ts';

/** Decoded parameters of one request, each name once. A Map, because a name may spell `__proto__`. */
export type RawParameters = ReadonlyMap<string, string>;

/** More than any operation's parameters need at their full length, percent-encoded. */
const MAX_QUERY_BYTES = 6 * 1024;
/** More pairs than any operation has parameters; each piece costs a decode. */
const MAX_QUERY_PAIRS = 32;
/** Names that a message may repeat: letters only, so that it never shows a value. */
const SHOWABLE_NAME = /^[A-Za-z]{1,32}$/;

/**
 * Parses a query string once, in time linear in its length.
 * @param known names that the operation knows.
 * @throws ApiError 400 for anything too long, undecodable, unknown or repeated.
 */
export function parseQuery(query: string, known: ReadonlySet<string>): Map<string, string> {
  // Node gives the request target as Latin-1, one character per byte.
  if (query.length > MAX_QUERY_BYTES) throw invalidRequest(`The query is longer than ${MAX_QUERY_BYTES} bytes.`);
  const pairs = query.split('&', MAX_QUERY_PAIRS + 1);
  if (pairs.length > MAX_QUERY_PAIRS) throw invalidRequest(`The query has more than ${MAX_QUERY_PAIRS} parameters.`);
  const parameters = new Map<string, string>();
  for (const pair of pairs) {
    if (pair === '') continue;
    const [name, value] = decodePair(pair);
    if (!known.has(name)) throw invalidRequest(unknownParameter(name, known));
    if (parameters.has(name)) throw invalidRequest(`${name} must be given once.`);
    if (value === null) throw invalidRequest(`${name} must be percent-encoded UTF-8.`);
    parameters.set(name, value);
  }
  return parameters;
}

/** Decodes one path segment; an encoded slash stays part of the id. @throws ApiError 400 */
export function decodeSegment(name: string, segment: string): string {
  const value = decode(segment);
  if (value === null) throw invalidRequest(`${name} must be percent-encoded UTF-8.`);
  return value;
}

function decodePair(pair: string): [name: string, value: string | null] {
  const equals = pair.indexOf('=');
  const rawName = equals === -1 ? pair : pair.slice(0, equals);
  const rawValue = equals === -1 ? '' : pair.slice(equals + 1);
  return [decode(plusAsSpace(rawName)) ?? '', decode(plusAsSpace(rawValue))];
}

function plusAsSpace(text: string): string {
  return text.replaceAll('+', ' ');
}

/** Null for broken escapes, for escapes that are not UTF-8, and for raw bytes beyond ASCII, whose encoding is unknown. */
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return isAscii(text) ? decoded : null;
  } catch {
    return null;
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

function unknownParameter(name: string, known: ReadonlySet<string>): string {
  const shown = SHOWABLE_NAME.test(name) ? `The parameter ${name}` : 'A parameter of the query';
  return `${shown} is not known here. Known are: ${[...known].join(', ')}.`;
}
