import { type Bound, type SealKeys, seal, sealKeys, unseal } from './sealed-text.ts';

/** What a link to the PDF of a stored report was made for. Access and report are checked when it is used. */
export type PdfLink = {
  readonly locationId: string;
  readonly companyId: string;
  readonly credentialId: string;
  readonly requestId: string;
  /** Of the report: other content has another link. */
  readonly contentDigest: string;
  /** Epoch milliseconds; from then on the link is refused. */
  readonly expiresAt: number;
};

/** Outside the base path: a link is followed without a bearer credential. */
export const LINK_PATH = '/downloads/credit-report.pdf';
/** The one parameter of a link. */
export const LINK_PARAMETER = 'link';
/** Four ids at their full length, a digest, an instant and their names take about 950. */
const MAX_LINK_CHARACTERS = 1_200;
const PURPOSE = 'fundlens/pdf-link/v2';
const BOUND: Bound = (keyId) => ['GET', LINK_PATH, keyId];

export function linkKeys(secret: string, previousSecret: string | null): SealKeys {
  return sealKeys(PURPOSE, secret, previousSecret);
}

/** The value of the link's parameter. */
export function signLink(keys: SealKeys, link: PdfLink): string {
  return seal(keys, BOUND, JSON.stringify(link));
}

/** The content of a link, or null when `signLink` did not make it with one of these keys. It may have expired. */
export function readLink(keys: SealKeys, text: string): PdfLink | null {
  const held = text.length > MAX_LINK_CHARACTERS ? null : unseal(keys, BOUND, text);
  // `signLink` made it, so it has its form.
  return held === null ? null : (JSON.parse(held) as PdfLink);
}
