import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/**
 * The key that HighLevel publishes for `X-GHL-Signature` of all apps, as base64 DER (SPKI).
 * Source: https://marketplace.gohighlevel.com/docs/webhook/WebhookIntegrationGuide, "How to Verify".
 */
export const HIGHLEVEL_ED25519_KEY = 'MCowBQYDK2VwAyEAi2HR1srL4o18O8BRa7gVJY7G7bupbN3H9AwJrHCDiOg=';

/** Headers in lower case, as Node gives them. Repeated ones arrive joined and verify against nothing. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** `missing`: no `X-GHL-Signature`. `wrong`: one that no key verifies. */
export type SignatureVerdict = 'valid' | 'missing' | 'wrong';

export type VerifySignature = (body: Buffer, headers: Headers) => SignatureVerdict;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const ED25519_SIGNATURE_BYTES = 64;

/**
 * Verifies the signature over the bytes of the body as they arrived.
 * @param keys Ed25519, base64 DER (SPKI); several while one is replaced
 */
export function createSignatureVerifier(keys: readonly string[]): VerifySignature {
  const publicKeys = keys.map(publicKey);
  return (body, headers) => {
    const given = signatureOf(headers['x-ghl-signature']);
    if (given === null) return 'missing';
    const isValid =
      given.length === ED25519_SIGNATURE_BYTES && publicKeys.some((key) => verify(null, body, key, given));
    return isValid ? 'valid' : 'wrong';
  };
}

/** Whether the text is an Ed25519 public key in base64 DER (SPKI). */
export function isPublicKey(text: string): boolean {
  try {
    return publicKey(text).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

function publicKey(text: string): KeyObject {
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
}

/** HighLevel writes `N/A` where it has no signature: that is none, and so is an empty header. */
function signatureOf(header: string | readonly string[] | undefined): Buffer | null {
  if (typeof header !== 'string' || header === '' || header === 'N/A') return null;
  return Buffer.from(BASE64.test(header) ? header : '', 'base64');
}
