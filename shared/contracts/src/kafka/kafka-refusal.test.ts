import { expect, it } from 'vitest';
import { isKafkaRefusal } from './kafka-refusal.ts';

const connectionError = (code?: string) =>
  Object.assign(new Error('Connection error'), { name: 'KafkaJSConnectionError', code });
const protocolError = (type: string) => Object.assign(new Error('x'), { name: 'KafkaJSProtocolError', type });

it.each([
  ['a group', protocolError('GROUP_AUTHORIZATION_FAILED')],
  ['a topic, in a wrapped error', new Error('away', { cause: protocolError('TOPIC_AUTHORIZATION_FAILED') })],
  [
    'a topic, among several errors',
    Object.assign(new Error('x'), { errors: [protocolError('TOPIC_AUTHORIZATION_FAILED')] }),
  ],
  ['a login', Object.assign(new Error('x'), { name: 'KafkaJSSASLAuthenticationError' })],
  ['an expired certificate', connectionError('CERT_HAS_EXPIRED')],
])('knows the refusal of %s', (_, error) => {
  expect(isKafkaRefusal(error)).toBe(true);
});

it.each([
  ['a broker that is away', connectionError('ECONNREFUSED')],
  ['a broker that does not answer', connectionError()],
  ['an election', protocolError('LEADER_NOT_AVAILABLE')],
  ['no error', null],
])('waits for %s', (_, error) => {
  expect(isKafkaRefusal(error)).toBe(false);
});
