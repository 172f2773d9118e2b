import kafkajs, { type Kafka, type KafkaConfig, type LogEntry, type RetryOptions } from 'kafkajs';
import { registerCompressionCodecs } from './compression.ts';
import { repairKafkaJs } from './kafkajs-repairs.ts';

/** `ssl` and `sasl` are read at each connection: their members may be getters. */
type KafkaOptions = Pick<KafkaConfig, 'ssl' | 'sasl' | 'retry'> & {
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** As `kafkaLogTo` makes it. */
  readonly log?: (entry: LogEntry) => void;
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
export function createKafka({ brokers, log, ...client }: KafkaOptions): Kafka {
  registerCompressionCodecs();
  repairKafkaJs();
  return new kafkajs.Kafka({
    retry: RECONNECT_FOR_EVER,
    ...client,
    brokers: [...brokers],
    connectionTimeout: 3_000,
    logLevel: log === undefined ? kafkajs.logLevel.NOTHING : kafkajs.logLevel.INFO,
    logCreator: () => (entry) => log?.(entry),
  });
}
