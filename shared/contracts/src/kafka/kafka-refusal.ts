import { causesOf, isDistrusted } from '@fundlens/runtime/connection-advice';
import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';

/** What a broker refuses for want of a right, as its protocol names it. */
const NOT_ALLOWED = /_AUTHORIZATION_FAILED$/;
const LOGIN_REFUSED = 'KafkaJSSASLAuthenticationError';
const TOO_LARGE = /^(MESSAGE|RECORD_LIST)_TOO_LARGE$/;

/**
 * Whether Kafka, or TLS in front of it, has refused this client for good: a login, a right or a certificate. The same attempt
 * fails again until people have changed something.
 */
export function isKafkaRefusal(error: unknown): boolean {
  return isDistrusted(error) || isMissingRight(error) || causesOf(error).some(({ name }) => name === LOGIN_REFUSED);
}

export function isMissingRight(error: unknown): boolean {
  return NOT_ALLOWED.test(protocolError(error));
}

/** What a failed send or connection means to the publisher's caller. The client's messages may name addresses: not shown. */
export function sendFailure(error: unknown): Error {
  if (error instanceof RetryableError || error instanceof InvalidError || error instanceof FatalError) return error;
  const type = protocolError(error);
  if (TOO_LARGE.test(type)) {
    return new InvalidError('record_too_large', 'The topic does not accept a record of this size.', { cause: error });
  }
  if (isKafkaRefusal(error) || type === 'INVALID_TOPIC_EXCEPTION') {
    const message = `Kafka refuses to store the records (${type || 'the login, or its certificate'}).`;
    return new FatalError('publish_not_allowed', message, { cause: error });
  }
  if (!(error instanceof Error && error.name.startsWith('KafkaJS'))) {
    return new FatalError('publish_failed', 'Publishing failed for a reason that is not Kafka.', { cause: error });
  }
  const message = `Kafka did not store the records (${type || error.name}).`;
  return new RetryableError('kafka_unavailable', message, { cause: error });
}

/** The name of the error in Kafka's protocol; empty where the broker said nothing. */
function protocolError(error: unknown): string {
  const named = causesOf(error).find(({ type }) => typeof type === 'string');
  return String(named?.type ?? '');
}
