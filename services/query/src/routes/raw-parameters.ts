import type { ParameterIssue } from '../parameter-issue.ts';

/** Decoded parameters of one request, each name once. A Map, because a name may spell `__proto__`. */
export type RawParameters = ReadonlyMap<string, string>;

/** More than any operation's parameters need at their full length, percent-encoded. */
const MAX_QUERY_BYTES = 6 * 1024;
/** More pairs than any operation has parameters; each piece costs a decode. */
const MAX_QUERY_PAIRS = 32;
/** Names that a message may repeat: letters only, so that it never shows a value. */
const SHOWABLE_NAME = /^[A-Za-z]{1,32}$/;

/** Collects every issue of a request, so that a client can mend all of them at once. */
export type Issues = ParameterIssue[];

/**
 * Parses a query string once, in time linear in its length. What is undecodable, unknown or given again is left out, with
 * an issue; nothing is read of what is too long.
 * @param known names that the operation knows.
 */
export function parseQuery(query: string, known: ReadonlySet<string>, issues: Issues): Map<string, string> {
  // Node gives the request target as Latin-1, one character per byte.
  const parameters = new Map<string, string>();
  if (query.length > MAX_QUERY_BYTES) {
    issues.push(tooLarge(`The query is longer than ${MAX_QUERY_BYTES} bytes.`));
    return parameters;
  }
  const pairs = query.split('&', MAX_QUERY_PAIRS + 1);
  if (pairs.length > MAX_QUERY_PAIRS) {
    issues.push(tooLarge(`The query has more than ${MAX_QUERY_PAIRS} parameters.`));
    return parameters;
  }
  for (const pair of pairs) {
    if (pair === '') continue;
    const [name, value] = decodePair(pair.replaceAll('+', ' '));
    if (!known.has(name)) issues.push(unknownParameter(name, known));
    else if (parameters.has(name)) {
      issues.push({ parameter: name, rule: 'repeated', message: `${name} must be given once.` });
    } else if (value === null) issues.push(undecodable(name));
    else parameters.set(name, value);
  }
  return parameters;
}

/** Decodes one path segment; an encoded slash stays part of the id. Undefined, with an issue, where it cannot. */
export function decodeSegment(name: string, segment: string, issues: Issues): string | undefined {
  const value = decode(segment);
  if (value !== null) return value;
  issues.push(undecodable(name));
  return undefined;
}

function undecodable(parameter: string): ParameterIssue {
  return { parameter, rule: 'encoding', message: `${parameter} must be percent-encoded UTF-8.` };
}

function tooLarge(message: string): ParameterIssue {
  return { parameter: null, rule: 'size', message };
}

function decodePair(pair: string): [name: string, value: string | null] {
  const equals = pair.indexOf('=');
  const rawName = equals === -1 ? pair : pair.slice(0, equals);
  const rawValue = equals === -1 ? '' : pair.slice(equals + 1);
  return [decode(rawName) ?? '', decode(rawValue)];
}

/** Null for broken escapes, for escapes that are not UTF-8, and for raw bytes beyond ASCII, whose encoding is unknown. */
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return /[\x80-\xff]/.test(text) ? null : decoded;
  } catch {
    return null;
  }
}

function unknownParameter(name: string, known: ReadonlySet<string>): ParameterIssue {
  const parameter = SHOWABLE_NAME.test(name) ? name : null;
  const shown = parameter === null ? 'A parameter of the query' : `The parameter ${parameter}`;
  return { parameter, rule: 'unknown', message: `${shown} is not known here. Known are: ${[...known].join(', ')}.` };
}
