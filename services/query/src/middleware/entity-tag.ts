import { hash } from 'node:crypto';

/** 132 bits: collisions do not occur by chance and cannot be made. */
const DIGEST_CHARACTERS = 22;

/**
 * The weak entity tag (RFC 9110 §8.8.3) of a response's data. Weak, because envelope and coding differ between responses.
 * Equal states are stored as equal bytes, so they have equal tags on every instance and after a rebuild.
 */
export function entityTag(data: Uint8Array): string {
  return `W/"${hash('sha256', data, 'base64url').slice(0, DIGEST_CHARACTERS)}"`;
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
