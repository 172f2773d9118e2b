import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSignatureVerifier, HIGHLEVEL_ED25519_KEY } from './signature.ts';
import { currentSignature, TEST_KEY } from './testing/signing-keys.ts';

const body = Buffer.from('{"type":"ContactUpdate","id":"c-1"}');
const verifySignature = createSignatureVerifier([TEST_KEY]);

describe('the signature of a delivery', () => {
  it('is wrong for every other body, even one of the same meaning', () => {
    const signature = currentSignature(body);
    expect(verifySignature(Buffer.from('{"type":"ContactUpdate", "id":"c-1"}'), { 'x-ghl-signature': signature })).toBe(
      'wrong',
    );
    const other = fc.uint8Array({ maxLength: 64 }).filter((bytes) => !body.equals(Buffer.from(bytes)));
    fc.assert(
      fc.property(other, (bytes) => {
        expect(verifySignature(Buffer.from(bytes), { 'x-ghl-signature': signature })).toBe('wrong');
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
        expect(verifySignature(body, { 'x-ghl-signature': header })).not.toBe('valid');
      }),
    );
  });

  it.each([{}, { 'x-ghl-signature': '' }, { 'x-ghl-signature': 'N/A' }, { 'x-ghl-signature': ['a', 'b'] }])(
    'is missing with the headers %j',
    (headers) => {
      expect(verifySignature(body, headers)).toBe('missing');
    },
  );

  it('may be that of any of several keys, while one is replaced', () => {
    const verify = createSignatureVerifier([HIGHLEVEL_ED25519_KEY, TEST_KEY]);
    expect(verify(body, { 'x-ghl-signature': currentSignature(body) })).toBe('valid');
  });
});
