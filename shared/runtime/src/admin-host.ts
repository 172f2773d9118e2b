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
