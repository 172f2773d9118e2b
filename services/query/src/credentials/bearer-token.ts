import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than any token that we know to be issued; what is longer is refused before it is hashed. */
const MAX_TOKEN_CHARACTERS = 512;
/** RFC 7235: the scheme in any letter case. RFC 6750: `b64token`. Spec §5.2: the two prefixes. */
const BEARER = /^bearer +(fm[ko]_[A-Za-z0-9._~+/-]+=*) *$/i;
/** The scheme may be written in any letter case, the token's prefix may not. */
const TOKEN_PREFIX = /^fm[ko]_/;

/** The token of an `Authorization` header, or null when there is none of an accepted form. */
export function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length > MAX_TOKEN_CHARACTERS + 'Bearer '.length) return null;
  const token = BEARER.exec(authorization)?.[1];
  return token !== undefined && TOKEN_PREFIX.test(token) ? token : null;
}

/** What is stored of a token and looked up by: hex SHA-256 of all of it. Tokens are random, so no salt is needed. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}

export type PresentedTokens = {
  /** The hash of the token that a request presents; null when it presents none of an accepted form. */
  hashOf(request: Pick<IncomingMessage, 'headers' | 'socket'>): string | null;
};

/** Clients send the same token with every request of a connection: it is read and hashed once for both. */
export function createPresentedTokens(): PresentedTokens {
  const latest = new WeakMap<Socket, { readonly authorization: string; readonly hash: string | null }>();
  return {
    hashOf({ headers: { authorization }, socket }) {
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
