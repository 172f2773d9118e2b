import type { KafkaLog } from './kafka-log.ts';

/** How often a message that repeats is written. */
const WINDOW_MS = 60_000;
/** One outage has some ten different messages; beyond this many, the log forgets which it has written. */
const MAX_MESSAGES = 200;

/**
 * Writes each warning and error of the client once a minute, with `repeated`, how often it came since the line before: in an
 * outage the client says the same several times a second. Messages that differ in numbers only are the same.
 */
export function collapseKafkaLog(log: KafkaLog, { monotonic }: { readonly monotonic: () => number }): KafkaLog {
  const written = new Map<string, { readonly at: number; repeated: number }>();
  return (level, message, extra) => {
    // They lie below the usual level and write little.
    if (level === 'debug' || level === 'info') return log(level, message, extra);
    const now = monotonic();
    const key = `${level} ${String(extra.namespace)} ${message.replace(/\d+/g, '#')}`;
    const before = written.get(key);
    if (before !== undefined && now - before.at < WINDOW_MS) {
      before.repeated += 1;
      return;
    }
    if (written.size >= MAX_MESSAGES) written.clear();
    written.set(key, { at: now, repeated: 0 });
    log(level, message, before?.repeated ? { ...extra, repeated: before.repeated } : extra);
  };
}
