import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeBase64url, derive } from './signing.ts';

/**
 * Links to PDFs of stored reports. A link contains what it was made for, with a MAC over that and over method and path: it
 * is verified without a store. Access and report are checked when it is used.
 *
 *   base64url( format version (1 byte) ‖ key id (4 bytes) ‖ HMAC-SHA-256 (32 bytes) ‖ payload (JSON, UTF-8) )
 */
export type PdfLink = {
  readonly locationId: string;
  readonly companyId: string;
  readonly credentialId: string;
  readonly requestId: string;
  /** Of the report: other content has another link. */
  readonly contentDigest: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
};

/** Links are signed with `current`; `previous` still verifies. */
export type LinkKeys = { readonly current: LinkKey; readonly previous: LinkKey | null };
export type LinkKey = { readonly id: Buffer; readonly bytes: Buffer };

/** Outside the base path: a link is followed without a bearer credential. */
export const LINK_PATH = '/downloads/credit-report.pdf';
/** The one parameter of a link. */
export const LINK_PARAMETER = 'link';
const METHOD = 'GET';

/** Raised when the layout or the meaning of the payload changes. */
const FORMAT_VERSION = 1;
const ID_BYTES = 4;
const MAC_BYTES = 32;
const KEY_BYTES = 32;
const HEADER_BYTES = 1 + ID_BYTES + MAC_BYTES;
/** Four ids at their full length, a digest and an instant take about 800. */
const MAX_LINK_CHARACTERS = 1_200;
const PURPOSE = 'fundlens/pdf-link/v1';

export function linkKeys(secret: string, previousSecret: string | null): LinkKeys {
  return { current: linkKey(secret), previous: previousSecret === null ? null : linkKey(previousSecret) };
}

function linkKey(secret: string): LinkKey {
  return { id: derive(secret, `${PURPOSE}/id`, ID_BYTES), bytes: derive(secret, PURPOSE, KEY_BYTES) };
}

/** The value of the link's parameter. */
export function signLink({ current }: LinkKeys, link: PdfLink): string {
  const { locationId, companyId, credentialId, requestId, contentDigest, expiresAt } = link;
  const payload = Buffer.from(
    JSON.stringify([locationId, companyId, credentialId, requestId, contentDigest, expiresAt]),
  );
  return Buffer.concat([Buffer.of(FORMAT_VERSION), current.id, mac(current, payload), payload]).toString('base64url');
}

/** The content of a link, or null when `signLink` did not make it with one of these keys. It may have expired. */
export function readLink(keys: LinkKeys, text: string): PdfLink | null {
  if (text.length > MAX_LINK_CHARACTERS) return null;
  const bytes = decodeBase64url(text);
  if (bytes === null || bytes.length <= HEADER_BYTES || bytes[0] !== FORMAT_VERSION) return null;
  const id = bytes.subarray(1, 1 + ID_BYTES);
  const key = [keys.current, keys.previous].find((candidate) => candidate?.id.equals(id));
  if (!key) return null;
  const payload = bytes.subarray(HEADER_BYTES);
  if (!timingSafeEqual(bytes.subarray(1 + ID_BYTES, HEADER_BYTES), mac(key, payload))) return null;
  // The MAC proves that `signLink` made it, so the payload has its form.
  const [locationId, companyId, credentialId, requestId, contentDigest, expiresAt] = JSON.parse(payload.toString()) as [
    string,
    string,
    string,
    string,
    string,
    number,
  ];
  return { locationId, companyId, credentialId, requestId, contentDigest, expiresAt };
}

export function hasExpired({ expiresAt }: PdfLink, now: number): boolean {
  return now >= expiresAt;
}

function mac({ id, bytes }: LinkKey, payload: Buffer): Buffer {
  // JSON of a fixed array delimits the parts.
  const bound = JSON.stringify([FORMAT_VERSION, METHOD, LINK_PATH, id.toString('hex'), payload.length]);
  return createHmac('sha256', bytes).update(bound).update(payload).digest();
}
