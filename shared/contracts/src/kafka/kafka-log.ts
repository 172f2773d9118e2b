import { redactText } from '@fundlens/redaction/redact-text';
import type { Logger } from '@fundlens/runtime/logger';
import kafkajs, { type LogEntry } from 'kafkajs';

/** How often a warning that repeats is written. */
const WINDOW_MS = 60_000;
/** One outage has some ten different warnings; beyond this many, the log forgets which it has written. */
const MAX_WARNINGS = 200;

/** Conditions that heal by themselves and that the client nevertheless reports as errors. */
const EXPECTED =
  /coordinator is (loading|not available)|rebalanc|not the (leader|correct coordinator)|Limiting retries|has no leader|hosts? this topic-partition|stale|The group member needs/i;

/**
 * The client's lines in the log of a service. It retries by itself, so what it calls an error is a warning. Each is written once
 * a minute, with `repeated`, how often it came since the line before: in an outage the client says the same several times a
 * second. Warnings that differ in numbers only are the same.
 */
export function kafkaLogTo(
  logger: Pick<Logger, 'debug' | 'warn'>,
  monotonic: () => number = () => performance.now(),
): (entry: LogEntry) => void {
  const written = new Map<string, { readonly at: number; repeated: number }>();
  return ({ level, namespace, log: { message, groupId, memberId, error } }) => {
    const problem = error && redactText(String(error));
    const kafka = { namespace, groupId, memberId, problem };
    if (level > kafkajs.logLevel.WARN || EXPECTED.test(`${message} ${String(error ?? '')}`)) {
      return logger.debug({ kafka }, message);
    }
    const now = monotonic();
    const key = `${namespace} ${message.replace(/\d+/g, '#')}`;
    const before = written.get(key);
    if (before !== undefined && now - before.at < WINDOW_MS) {
      before.repeated += 1;
      return;
    }
    if (written.size >= MAX_WARNINGS) written.clear();
    written.set(key, { at: now, repeated: 0 });
    logger.warn({ kafka: { ...kafka, repeated: before?.repeated || undefined } }, message);
  };
}
