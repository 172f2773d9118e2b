import type { Writable } from 'node:stream';

/**
 * The reader of a command's output may close it early (`| head`). The command goes on with its work; its exit status still tells
 * what became of it.
 */
export function outliveReader(output: Writable): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
