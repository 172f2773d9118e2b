/** Path and query of a request target, both still percent-encoded. */
export type RequestTarget = { readonly path: string; readonly query: string };

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;

/**
 * Splits a request target (RFC 9112 §3.2): origin form, or absolute form, which every server must accept. Anything else
 * gives a path that no route has.
 */
export function parseTarget(url: string): RequestTarget {
  const origin = url.startsWith('/') ? url : url.replace(ABSOLUTE_FORM, '');
  const mark = origin.indexOf('?');
  if (mark === -1) return { path: origin, query: '' };
  return { path: origin.slice(0, mark), query: origin.slice(mark + 1) };
}
