import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { isLoginRefused } from '../kafka/kafka-refusal.ts';

/** Protocol errors after which an idempotent producer must be replaced: the broker no longer knows its sequence. */
const SESSION_LOST = new Set([
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'UNKNOWN_PRODUCER_ID',
  'INVALID_PRODUCER_ID_MAPPING',
  'INVALID_PRODUCER_EPOCH',
  'PRODUCER_FENCED',
]);
const TOO_LARGE = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);
const NOT_ALLOWED = new Set([
  'TOPIC_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
  'SASL_AUTHENTICATION_FAILED',
  'INVALID_TOPIC_EXCEPTION',
]);

/** KafkaJS wraps the protocol's error in "retries exceeded" and "non retriable" ones. */
const MAX_CAUSES = 5;

export function isSessionLost(error: unknown): boolean {
  return SESSION_LOST.has(protocolError(error));
}

/** What a failed send or connection means to the publisher's caller. The client's messages may name addresses: not shown. */
export function sendFailure(error: unknown): Error {
  if (error instanceof RetryableError || error instanceof InvalidError || error instanceof FatalError) return error;
  const name = protocolError(error);
  if (TOO_LARGE.has(name)) {
    return new InvalidError('record_too_large', 'The topic does not accept a record of this size.', { cause: error });
  }
  if (NOT_ALLOWED.has(name) || isLoginRefused(error)) {
    return new FatalError(
      'publish_not_allowed',
      `Kafka refuses to store the records (${name || 'the login is refused'}).`,
      {
        cause: error,
      },
    );
  }
  if (!(error instanceof Error && error.name.startsWith('KafkaJS'))) {
    return new FatalError('publish_failed', 'Publishing failed for a reason that is not Kafka.', { cause: error });
  }
  const detail = name || error.name;
  return new RetryableError('kafka_unavailable', `Kafka did not store the records (${detail}).`, { cause: error });
}

function protocolError(error: unknown): string {
  let current: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
    if ('type' in current && typeof current.type === 'string') return current.type;
    current = current.cause ?? ('originalError' in current ? current.originalError : undefined);
  }
  return '';
}
