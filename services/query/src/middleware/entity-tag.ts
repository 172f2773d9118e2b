import { hash } from 'node:crypto';
import type { Coding } from './accept-encoding.ts';

/** 132 bits: collisions do not occur by chance and cannot be made. */
const DIGEST_CHARACTERS = 22;

/**
 * The weak entity tag (RFC 9110 §8.8.3) of a response's data. Weak, because envelope and coding differ between responses.
 * Equal states are stored as equal bytes, so they have equal tags on every instance and after a rebuild.
 */
export function entityTag(data: Uint8Array): string {
  return `W/"${digest(data).slice(0, DIGEST_CHARACTERS)}"`;
}

/** The strong entity tag (RFC 9110 §8.8.3) of bytes that every instance of this build sends alike. */
export function strongTag(body: Uint8Array): string {
  return `"${digest(body).slice(0, DIGEST_CHARACTERS)}"`;
}

/** The tag of the representation in that coding: a strong one names bytes, so each coding has its own. */
export function codedTag(tag: string, coding: Coding | null): string {
  return coding === null || tag.startsWith('W/') ? tag : `${tag.slice(0, -1)}-${coding}"`;
}

function digest(data: Uint8Array): string {
  return hash('sha256', data, 'base64url');
}

/** One member of the list with its separator. Sticky, so that every byte is read once. */
const MEMBER = /[\t ,]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[\t ]*(?:,[\t ,]*|$)/y;

/**
 * Whether `If-None-Match` matches the tag: it is `*` or a list of tags, compared weakly (RFC 9110 §13.1.2). A malformed list
 * does not match.
 * @param header all lines of it, joined by commas; undefined where none was sent.
 */
export function isHeld(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = tag.slice(tag.indexOf('"'));
  let found = false;
  for (let at = 0; at < header.length; at = MEMBER.lastIndex) {
    MEMBER.lastIndex = at;
    const member = MEMBER.exec(header);
    if (member === null) return false;
    found ||= member[1] === opaque;
  }
  return found;
}
