import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const ed25519 = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });

const der = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).toString('base64');

/** Keys of the tests, as base64 DER. */
export const testKeys = { current: der(ed25519.publicKey), legacy: der(rsa.publicKey) };

export function currentSignature(body: Buffer): string {
  return sign(null, body, ed25519.privateKey).toString('base64');
}

export function legacySignature(body: Buffer): string {
  return sign('sha256', body, rsa.privateKey).toString('base64');
}
