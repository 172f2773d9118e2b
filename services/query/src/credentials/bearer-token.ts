import { hash } from 'node:crypto';

/** Longer than any known token; longer ones are refused before hashing. */
const MAX_TOKEN_CHARACTERS = 512;
/** RFC 7235: the scheme in any letter case. RFC 6750: `b64token`. Spec §5.2: the two prefixes, in lower case. */
const BEARER = /^[Bb][Ee][Aa][Rr][Ee][Rr] +(fm[ko]_[A-Za-z0-9._~+/-]+=*) *$/;

/** The hash of the token of an `Authorization` header; null when there is none of an accepted form. */
export function presentedTokenHash(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length > MAX_TOKEN_CHARACTERS + 'Bearer '.length) return null;
  const token = BEARER.exec(authorization)?.[1];
  return token === undefined ? null : tokenHash(token);
}

/** The stored form of a token: hex SHA-256. Tokens are random, so no salt is needed. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}
