import { generateKeyPairSync, sign } from 'node:crypto';

const ed25519 = generateKeyPairSync('ed25519');

/** The public key of the tests, as base64 DER. */
export const TEST_KEY = ed25519.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

export function currentSignature(body: Buffer): string {
  return sign(null, body, ed25519.privateKey).toString('base64');
}
