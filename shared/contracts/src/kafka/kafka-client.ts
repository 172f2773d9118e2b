import kafkajs, { type Kafka, type KafkaConfig, type LogEntry, type RetryOptions } from 'kafkajs';
import { registerCompressionCodecs } from './compression.ts';
import { repairKafkaJs } from './kafkajs-repairs.ts';

type KafkaOptions = {
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** As `kafkaLogTo` makes it. */
  readonly log?: (entry: LogEntry) => void;
  /** Read at each connection: its members may be getters. */
  readonly ssl?: KafkaConfig['ssl'];
  readonly sasl?: KafkaConfig['sasl'];
  /** Defaults to RECONNECT_FOR_EVER. */
  readonly retry?: RetryOptions;
};

/**
 * For long-lived clients: they are back a few hundred milliseconds after the broker. With the client's own default of
 * five attempts a consumer takes ten seconds, and an idempotent producer never recovers.
 */
const RECONNECT_FOR_EVER: RetryOptions = {
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  factor: 0,
  multiplier: 1.5,
  retries: Number.MAX_SAFE_INTEGER,
};

/** For calls whose caller decides what comes after half a minute without a broker. */
export const GIVE_UP_SOON: RetryOptions = { ...RECONNECT_FOR_EVER, retries: 25 };

/** The one place where a Kafka client is configured. */
export function createKafka({ brokers, clientId, log, ssl, sasl, retry = RECONNECT_FOR_EVER }: KafkaOptions): Kafka {
  registerCompressionCodecs();
  repairKafkaJs();
  return new kafkajs.Kafka({
    brokers: [...brokers],
    clientId,
    retry,
    connectionTimeout: 3_000,
    ...(ssl === undefined ? {} : { ssl }),
    ...(sasl === undefined ? {} : { sasl }),
    logLevel: log === undefined ? kafkajs.logLevel.NOTHING : kafkajs.logLevel.INFO,
    logCreator: () => (entry) => log?.(entry),
  });
}
