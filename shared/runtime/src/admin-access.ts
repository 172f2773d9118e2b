import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * Whether the `Host` of a request is one of this port. A site can have its own name resolve to an address in here (DNS
 * rebinding); its page in an operator's browser then reads this port as its own origin, but under that name. An address is no
 * name, and a client without `Host` is no browser.
 * @param names in lower case, allowed beside addresses and `localhost`
 */
export function isAllowedHost(host: string | undefined, names: readonly string[]): boolean {
  if (host === undefined) return true;
  const name = host.replace(/:\d*$/, '').toLowerCase();
  if (isIPv4(name) || name === 'localhost' || names.includes(name)) return true;
  return name.startsWith('[') && name.endsWith(']') && isIPv6(name.slice(1, -1));
}

const BEARER = /^Bearer ([!-~]{1,1000})$/;

/**
 * Whether a request may change something: it has the token, and no page of another origin sends it. The token comes in the
 * `Authorization` header, never in a URL, which logs and histories keep.
 * @returns why it is refused; null: it may go on
 */
export function refusalOfWrite(token: string | undefined, headers: IncomingHttpHeaders) {
  if (token === undefined) {
    const message = 'Writes by the admin port are off: set ADMIN_TOKEN on this process to allow them.';
    return { status: 403, code: 'admin_token_unset', message };
  }
  if (!isSameOrigin(headers)) {
    return { status: 403, code: 'other_origin', message: 'The request comes from a page of another origin.' };
  }
  const given = BEARER.exec(headers.authorization ?? '')?.[1];
  if (given !== undefined && equals(given, token)) return null;
  const message = 'The token is missing or is not the ADMIN_TOKEN of this process. Nothing was changed.';
  return { status: 401, code: 'wrong_admin_token', message };
}

/** Browsers name the origin of every POST; other clients name none. */
function isSameOrigin({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || URL.parse(origin)?.host === host;
}

/** Digests have one length, so the time says nothing of the token. */
function equals(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
