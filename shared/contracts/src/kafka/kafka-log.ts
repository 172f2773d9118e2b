export type KafkaLogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Receives the client's own log lines; `extra` holds names, addresses, counts and error texts. */
export type KafkaLog = (level: KafkaLogLevel, message: string, extra: Readonly<Record<string, unknown>>) => void;
