import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** Headers in lower case, as Node gives them. Repeated ones arrive joined and verify against nothing. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export type SignatureKeys = {
  /** Ed25519 keys for `X-GHL-Signature`. */
  readonly current: readonly string[];
  /** RSA keys for `X-WH-Signature`; null: that header is not accepted. */
  readonly legacy: readonly string[] | null;
};

/** `missing`: no header that is accepted. `wrong`: a header that no key verifies. */
export type SignatureVerdict = 'valid' | 'missing' | 'wrong';

export type VerifySignature = (body: Buffer, headers: Headers) => SignatureVerdict;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const ED25519_SIGNATURE_BYTES = 64;

/**
 * Verifies the signature over the bytes of the body as they arrived. The current header decides alone where there is one:
 * otherwise whoever holds the older key could add its header to a body whose current signature is wrong.
 */
export function createSignatureVerifier({ current, legacy }: SignatureKeys): VerifySignature {
  const currentKeys = current.map(publicKey);
  const legacyKeys = legacy?.map(publicKey) ?? null;
  return (body, headers) => {
    const given = signatureOf(headers['x-ghl-signature']);
    if (given !== null) {
      const isValid =
        given.length === ED25519_SIGNATURE_BYTES && currentKeys.some((key) => verify(null, body, key, given));
      return isValid ? 'valid' : 'wrong';
    }
    const older = legacyKeys === null ? null : signatureOf(headers['x-wh-signature']);
    if (older === null || legacyKeys === null) return 'missing';
    return legacyKeys.some((key) => verify('sha256', body, key, older)) ? 'valid' : 'wrong';
  };
}

/** Whether the text is a public key of this type in base64 DER (SPKI). */
export function isPublicKey(text: string, type: 'ed25519' | 'rsa'): boolean {
  try {
    return publicKey(text).asymmetricKeyType === type;
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
