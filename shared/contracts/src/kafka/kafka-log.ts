import { redactText } from '@fundlens/redaction/redact-text';
import type { Logger } from '@fundlens/runtime/logger';

export type KafkaLogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Receives the client's own log lines; `extra` holds names, addresses, counts and error texts. */
export type KafkaLog = (level: KafkaLogLevel, message: string, extra: Readonly<Record<string, unknown>>) => void;

/** The client retries by itself, so what it calls an error is none of ours. */
const LEVELS = { debug: 'trace', info: 'debug', warn: 'warn', error: 'warn' } as const;

/** The client's lines in the log of a service. */
export function kafkaLogTo(logger: Logger): KafkaLog {
  return (level, message, { namespace, groupId, memberId, error, repeated }) => {
    const problem = error && redactText(String(error));
    logger[LEVELS[level]]({ kafka: { namespace, groupId, memberId, problem, repeated } }, message);
  };
}
