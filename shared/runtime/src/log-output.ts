import { write, writeSync } from 'node:fs';

/** Buffered while the reader or the disk is slow; further lines are lost and counted. */
export const MAX_WAITING_CHARACTERS = 8 * 1024 * 1024;

/** Pause before a retry when the reader is behind. */
const BUSY_WAIT_MS = 10;

/** Lines are batched for this long: each write is a task of another thread, which costs more than a line. */
const GATHERED_MS = 10;

export type LogOutput = ReturnType<typeof createLogOutput>;

/**
 * Writes log lines to a file descriptor, one write after the other. A full disk or a closed pipe must neither end the process
 * nor fill its memory nor delay its end: such lines are lost, and the next line that can be written says how many. (Pino's
 * own destination throws, keeps them and loops for ever.)
 */
export function createLogOutput(fd: number) {
  let waiting: string[] = [];
  let characters = 0;
  let busy = false;
  let lost = 0;

  function take(): Buffer {
    if (lost > 0) {
      const note = { level: 'warn', time: new Date().toISOString(), lost, msg: 'log lines could not be written' };
      waiting.unshift(`${JSON.stringify(note)}\n`);
    }
    const chunk = Buffer.from(waiting.join(''));
    waiting = [];
    characters = 0;
    return chunk;
  }

  function next(): void {
    busy = waiting.length > 0;
    if (!busy) return;
    const flush = () => (waiting.length > 0 ? put({ lines: waiting.length, lost, chunk: take() }) : next());
    setTimeout(flush, GATHERED_MS);
  }

  function put(part: { readonly lines: number; readonly lost: number; readonly chunk: Buffer }): void {
    write(fd, part.chunk, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(put, BUSY_WAIT_MS, part);
        return;
      }
      if (error !== null) lost += part.lines;
      else if (written < part.chunk.length) {
        put({ ...part, chunk: part.chunk.subarray(written) });
        return;
      } else lost -= part.lost;
      next();
    });
  }

  return {
    write(line: string): void {
      if (characters + line.length > MAX_WAITING_CHARACTERS) {
        lost += 1;
        return;
      }
      waiting.push(line);
      characters += line.length;
      if (!busy) next();
    },
    /** At the end of the process: writes as much of the buffer as possible. */
    flushNow(): void {
      try {
        for (let chunk = take(); chunk.length > 0; ) chunk = chunk.subarray(writeSync(fd, chunk));
      } catch {
        // The process ends; there is no other place to report it.
      }
    },
  };
}
