import type { KafkaLog, KafkaLogLevel } from './kafka-log.ts';

/** How often a message that repeats is written. */
const WINDOW_MS = 60_000;
/** One outage has some ten different messages; beyond this many, the log forgets which it has written. */
const MAX_MESSAGES = 200;
/** Written as they come: these levels lie below the usual one and write little. */
const UNBOUNDED: ReadonlySet<KafkaLogLevel> = new Set(['debug', 'info']);

type Said = {
  readonly level: KafkaLogLevel;
  readonly message: string;
  /** Milliseconds of a clock that never goes back. */
  since: number;
  /** Not written since then. */
  repeated: number;
  extra: Readonly<Record<string, unknown>>;
};

/**
 * Writes each warning and error of the client once a minute, with `repeated`, how often it came since the line before: in an
 * outage the client says the same several times a second. Messages that differ in numbers only are the same.
 */
export function collapseKafkaLog(log: KafkaLog, { monotonic }: { readonly monotonic: () => number }): KafkaLog {
  const said = new Map<string, Said>();

  function write(entry: Said): void {
    log(entry.level, entry.message, { ...entry.extra, repeated: entry.repeated });
  }

  /** What was counted is written when the client says anything, also that it is well again. */
  function writeEnded(now: number): void {
    for (const [key, entry] of said) {
      if (now - entry.since < WINDOW_MS) continue;
      if (entry.repeated > 0) {
        write(entry);
        entry.since = now;
        entry.repeated = 0;
      } else said.delete(key);
    }
  }

  return (level, message, extra) => {
    const now = monotonic();
    writeEnded(now);
    if (UNBOUNDED.has(level)) {
      log(level, message, extra);
      return;
    }
    const key = `${level} ${String(extra.namespace)} ${message.replace(/\d+/g, '#')}`;
    const before = said.get(key);
    if (before !== undefined) {
      before.repeated += 1;
      before.extra = extra;
      return;
    }
    if (said.size >= MAX_MESSAGES) said.clear();
    said.set(key, { level, message, since: now, repeated: 0, extra });
    log(level, message, extra);
  };
}
