import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync } from 'node:fs';

/** Enough for a stack trace and its cause; more would push the sentence that matters off the screen. */
const TAIL_BYTES = 6_000;
const TAIL_LINES = 25;

/** The last lines of a log file, for the message of a failed start. */
export function tailOf(file: string): string {
  if (!existsSync(file)) return '(no log was written)';
  const descriptor = openSync(file, 'r');
  try {
    const size = fstatSync(descriptor).size;
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    const lines = buffer.toString('utf8').trimEnd().split('\n');
    return lines.slice(-TAIL_LINES).join('\n') || '(the log is empty)';
  } finally {
    closeSync(descriptor);
  }
}

/** Starts a new log; the one of the run before stays readable beside it. */
export function rotateLog(file: string): void {
  if (existsSync(file)) renameSync(file, file.replace(/\.log$/, '.previous.log'));
}
