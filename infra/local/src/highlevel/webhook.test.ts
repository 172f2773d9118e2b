import { createPublicKey, verify } from 'node:crypto';
import { InvalidError } from '@fundlens/runtime/errors';
import { expect, it } from 'vitest';
import { createSigner, webhookOf } from './webhook.ts';

const now = { locationId: 'loc-1', timestamp: '2026-03-14T09:00:00.000Z', webhookId: 'w-1' };

it('is signed over its raw body, with the key that the adapter is given', () => {
  const { publicKey, signed } = createSigner();
  const { body, headers } = signed({ type: 'ContactCreate', name: 'Zoë' });
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
  const signature = Buffer.from(headers['x-ghl-signature'] ?? '', 'base64');
  expect(verify(null, Buffer.from(body), key, signature)).toBe(true);
});

it('is sent now, about the location of the local system', () => {
  const text =
    '{"type":"ContactCreate","id":"c-1","locationId":"other","timestamp":"2020-01-01T00:00:00Z","tags":["a"]}';
  expect(webhookOf(text, now)).toEqual({ type: 'ContactCreate', id: 'c-1', tags: ['a'], ...now });
});

it.each(['not JSON', '[]', '{"type":"ContactCreate"}', '{"id":"c-1"}'])('%s is refused', (text) => {
  expect(() => webhookOf(text, now)).toThrow(InvalidError);
});
