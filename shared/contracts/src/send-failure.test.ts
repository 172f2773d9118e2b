import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { expect, test } from 'vitest';
import { isSessionLost, sendFailure } from './send-failure.ts';

const protocol = (type: string) =>
  Object.assign(new Error('text of the client'), { name: 'KafkaJSProtocolError', type });
const wrapped = (error: Error) =>
  Object.assign(new Error('retries exceeded', { cause: error }), { name: 'KafkaJSNumberOfRetriesExceeded' });

test.each(['OUT_OF_ORDER_SEQUENCE_NUMBER', 'UNKNOWN_PRODUCER_ID', 'INVALID_PRODUCER_EPOCH'])(
  'after %s the producer is replaced',
  (type) => {
    expect(isSessionLost(protocol(type))).toBe(true);
    expect(isSessionLost(wrapped(protocol(type)))).toBe(true);
  },
);

test('after other failures it is not', () => {
  for (const error of [protocol('REQUEST_TIMED_OUT'), new Error('x'), undefined, 'x'])
    expect(isSessionLost(error)).toBe(false);
});

test.each([
  ['NOT_ENOUGH_REPLICAS', RetryableError],
  ['MESSAGE_TOO_LARGE', InvalidError],
  ['TOPIC_AUTHORIZATION_FAILED', FatalError],
])('%s is told apart, without the text of the client', (type, kind) => {
  const failure = sendFailure(wrapped(protocol(type)));
  expect(failure).toBeInstanceOf(kind);
  expect(failure.message).not.toContain('text of the client');
});

test('a refused login is not retried', () => {
  const refused = Object.assign(new Error('text of the client'), { name: 'KafkaJSSASLAuthenticationError' });
  expect(sendFailure(wrapped(refused))).toMatchObject({ kind: 'fatal', code: 'publish_not_allowed' });
});

test('our own errors stay what they are, and a bug is not mistaken for an outage', () => {
  const error = new RetryableError('kafka_unavailable', 'late');
  expect(sendFailure(error)).toBe(error);
  expect(sendFailure(new TypeError('bug'))).toMatchObject({ kind: 'fatal' });
});
