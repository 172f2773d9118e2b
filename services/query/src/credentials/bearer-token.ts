import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than any known token; longer ones are refused before hashing. */
const MAX_TOKEN_CHARACTERS = 512;
/** RFC 7235: the scheme in any letter case. RFC 6750: `b64token`. Spec §5.2: the two prefixes. */
const BEARER = /^bearer +(fm[ko]_[A-Za-z0-9._~+/-]+=*) *$/i;
/** The scheme may be written in any letter case, the token's prefix may not. */
const TOKEN_PREFIX = /^fm[ko]_/;

/** The token of an `Authorization` header, or null when there is none of an accepted form. */
function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length > MAX_TOKEN_CHARACTERS + 'Bearer '.length) return null;
  const token = BEARER.exec(authorization)?.[1];
  return token !== undefined && TOKEN_PREFIX.test(token) ? token : null;
}

/** The stored form of a token: hex SHA-256. Tokens are random, so no salt is needed. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}

/** Clients send the same token with every request of a connection, so its hash is cached per connection. */
export function createPresentedTokens() {
  const latest = new WeakMap<Socket, { readonly authorization: string; readonly hash: string | null }>();
  return {
    /** The hash of a request's token; null when it has none of an accepted form. */
    hashOf({ headers: { authorization }, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string | null {
      if (authorization === undefined) return null;
      const known = latest.get(socket);
      if (known?.authorization === authorization) return known.hash;
      const token = bearerToken(authorization);
      const hashed = token === null ? null : tokenHash(token);
      latest.set(socket, { authorization, hash: hashed });
      return hashed;
    },
  };
}
