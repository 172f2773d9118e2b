import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HIGHLEVEL_ED25519_KEY, HIGHLEVEL_RSA_KEY } from './published-keys.ts';
import { createSignatureVerifier, isPublicKey } from './signature.ts';
import { currentSignature, legacySignature, testKeys } from './testing/signing-keys.ts';

const body = Buffer.from('{"type":"ContactUpdate","id":"c-1"}');
const both = createSignatureVerifier({ current: [testKeys.current], legacy: [testKeys.legacy] });
const currentOnly = createSignatureVerifier({ current: [testKeys.current], legacy: null });

describe('the signature of a delivery', () => {
  it('is valid for the bytes as they arrived', () => {
    expect(currentOnly(body, { 'x-ghl-signature': currentSignature(body) })).toBe('valid');
  });

  it('is wrong for every other body, even one of the same meaning', () => {
    const signature = currentSignature(body);
    expect(currentOnly(Buffer.from('{"type":"ContactUpdate", "id":"c-1"}'), { 'x-ghl-signature': signature })).toBe(
      'wrong',
    );
    const other = fc.uint8Array({ maxLength: 64 }).filter((bytes) => !body.equals(Buffer.from(bytes)));
    fc.assert(
      fc.property(other, (bytes) => {
        expect(currentOnly(Buffer.from(bytes), { 'x-ghl-signature': signature })).toBe('wrong');
      }),
    );
  });

  it('is never valid for a header that anybody can make up', () => {
    const headers = fc.oneof(
      fc.string(),
      fc.base64String({ minLength: 88, maxLength: 88 }),
      fc.constant('A'.repeat(86)),
    );
    fc.assert(
      fc.property(headers, (header) => {
        expect(both(body, { 'x-ghl-signature': header })).not.toBe('valid');
        expect(both(body, { 'x-wh-signature': header })).not.toBe('valid');
      }),
    );
  });

  it.each([{}, { 'x-ghl-signature': '' }, { 'x-ghl-signature': 'N/A' }, { 'x-ghl-signature': ['a', 'b'] }])(
    'is missing with the headers %j',
    (headers) => {
      expect(currentOnly(body, headers)).toBe('missing');
    },
  );

  it('may be that of any of several keys, while one is replaced', () => {
    const verify = createSignatureVerifier({ current: [HIGHLEVEL_ED25519_KEY, testKeys.current], legacy: null });
    expect(verify(body, { 'x-ghl-signature': currentSignature(body) })).toBe('valid');
  });

  it('may be in the older header, where an option takes it', () => {
    const headers = { 'x-wh-signature': legacySignature(body) };
    expect(both(body, headers)).toBe('valid');
    expect(currentOnly(body, headers)).toBe('missing');
  });

  it('is wrong when the current header is, whatever the older one says', () => {
    const other = currentSignature(Buffer.from('another body'));
    expect(both(body, { 'x-ghl-signature': other, 'x-wh-signature': legacySignature(body) })).toBe('wrong');
  });

  it('is verified by default with the keys that HighLevel publishes', () => {
    expect(isPublicKey(HIGHLEVEL_ED25519_KEY, 'ed25519')).toBe(true);
    expect(isPublicKey(HIGHLEVEL_RSA_KEY, 'rsa')).toBe(true);
    expect(isPublicKey(HIGHLEVEL_RSA_KEY, 'ed25519')).toBe(false);
    expect(isPublicKey('no key', 'rsa')).toBe(false);
  });
});
